"""Casualties: hits divided evenly, the choice among different figures, and wounds.

>>> fallen, hurt = make_wound_facts(match, match.figures("u:r1"), 3, each=2)
>>> fallen.figures, hurt.subjects, hurt.wounds
(('f:r1.3',), ('f:r1.2',), 1)
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from msgspec.structs import replace

from tracker.procedures.match_view import Match, choose_last
from tracker.procedures.pieces.subject_fields import list_unnamed_figures
from tracker.procedures.requests import Asking, Share, Split, ask
from tracker.vocabulary.events import AnyFact, FiguresRemoved, Wounded
from tracker.vocabulary.renamed_names import make_alias_getter
from tracker.vocabulary.subject_ids import FigureId, Subject, UnitId

Groups = Sequence[tuple[str, tuple[FigureId, ...]]]
"""Named groups of equal figures, in the order in which they fall."""


def choose_fallen_figures(
    match: Match,
    unit: UnitId,
    groups: Groups,
    n: int,
    *,
    question: str,
    what: str = "falls",
    rule: str = "",
    spatial: bool = False,
) -> Asking[tuple[FigureId, ...]]:
    """Choose ``n`` figures of a unit to fall. If different figures could fall, the owner is asked.

    If ``spatial`` is true, the choice depends on the figures' positions on the table.
    """
    chosen = yield from ask(
        Split(
            id=question,
            what=what,
            side=match.side_of(unit),
            subject=unit,
            total=n,
            shares=tuple(
                Share(str(at), text, min(n, len(figures)), list_unnamed_figures(match, figures))
                for at, (text, figures) in enumerate(groups)
            ),
            rule=rule,
            lead="falls",
            spatial=spatial,
        )
    )
    fallen = [choose_last(groups[int(at)][1], count) for at, count in chosen]
    return tuple(figure for figures in fallen for figure in figures)


def make_wound_facts(
    match: Match, figures: tuple[FigureId, ...], wounds: int, each: int, by: Subject | None = None
) -> tuple[AnyFact, ...]:
    """Make the facts of ``wounds`` on equal figures. A figure with ``each`` wounds falls.

    The next figure keeps the remaining wounds. Wounds beyond the last figure are lost.
    """
    total = wounds + sum(match.figure(figure).wounds for figure in figures)
    fallen = choose_last(figures, min(total // each, len(figures)))
    left = figures[: len(figures) - len(fallen)]
    facts: list[AnyFact] = []
    if fallen:
        facts.append(FiguresRemoved(figures=fallen, by=by))
    if left and match.figure(left[-1]).wounds != (rest := total - len(fallen) * each):
        facts.append(Wounded(subjects=(left[-1],), wounds=rest, by=by))
    return tuple(facts)


def deal_hits(
    asks: Split,
    kinds: Sequence[tuple[str, str, int]],
    total: int,
    most: Sequence[int],
    first: Sequence[int] = (),
) -> Asking[tuple[int, ...]]:
    """Divide hits among kinds of figures (id, text, number), with a maximum (``most``) for each.

    ``asks`` is the question without its groups. By default, each kind gets as many hits as
    possible, in the listed order or in the order of ``first``.
    """
    shares = tuple(
        Share(kind, text, min(limit, total))
        for (kind, text, _), limit in zip(kinds, most, strict=True)
        if limit
    )
    default = tuple(_filled(kinds, total, most, first)) if first else ()
    chosen = dict((yield from ask(replace(asks, total=total, shares=shares, default=default))))
    return tuple(chosen.get(kind, 0) for kind, _, _ in kinds)


def _filled(
    kinds: Sequence[tuple[str, str, int]], total: int, most: Sequence[int], first: Sequence[int]
) -> Iterator[tuple[str, int]]:
    """Yield the shares if each kind in turn gets as many hits as possible."""
    taken: dict[int, int] = {}
    for at in first:
        taken[at] = min(total - sum(taken.values()), most[at])
    return ((kinds[at][0], taken[at]) for at in sorted(taken) if taken[at])


def deal_hits_evenly(
    asks: Split,
    kinds: Sequence[tuple[str, str, int]],
    total: int,
    loads: Sequence[int],
    first: Sequence[int] = (),
) -> Asking[tuple[int, ...]]:
    """Divide hits so that no figure gets a second hit before every figure has one.

    ``loads`` are the hits that the kinds already have. ``first`` is as in ``deal_hits``.
    """
    given = list(loads)
    while total:
        level = sum(given) // sum(size for _, _, size in kinds) + 1
        room = [level * size - load for (_, _, size), load in zip(kinds, given, strict=True)]
        now = min(total, sum(room))
        share = yield from deal_hits(asks, kinds, now, room, first)
        given = [load + more for load, more in zip(given, share, strict=True)]
        total -= now
    return tuple(load - before for load, before in zip(given, loads, strict=True))


if not TYPE_CHECKING:  # type checkers would else accept any name
    __getattr__ = make_alias_getter(__name__, carried="make_wound_facts")
