"""Chooses casualties, divides hits among kinds of figures, and distributes wounds.

>>> fallen, hurt = make_wound_facts(match, match.figures("u:r1"), 3, each=2)
>>> fallen.figures, hurt.subjects, hurt.wounds
(('f:r1.3',), ('f:r1.2',), 1)
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from tracker.procedures.match_view import Match, choose_last
from tracker.procedures.pieces.line_subject_fields import list_unnamed_figures
from tracker.procedures.requests import Asking, Share, Split, ask
from tracker.vocabulary.events import AnyFact, FiguresRemoved, Wounded
from tracker.vocabulary.renamed_names import keep_old_names
from tracker.vocabulary.subject_ids import FigureId, Subject, UnitId

Groups = Sequence[tuple[str, tuple[FigureId, ...]]]
"""Named groups of identical figures, in the order in which they fall."""


def choose_fallen_figures(
    match: Match,
    unit: UnitId,
    groups: Groups,
    count: int,
    *,
    question_id: str,
    what: str = "falls",
    rule: str = "",
    spatial: bool = False,
) -> Asking[tuple[FigureId, ...]]:
    """Choose the ``count`` figures of a unit that fall. If there is a choice, ask the unit's owner.

    If ``spatial`` is true, the choice depends on the figures' positions on the table.
    """
    chosen = yield from ask(
        Split(
            id=question_id,
            what=what,
            side=match.side_of(unit),
            subject=unit,
            total=count,
            shares=tuple(
                Share(str(at), text, min(count, len(figures)), list_unnamed_figures(match, figures))
                for at, (text, figures) in enumerate(groups)
            ),
            rule=rule,
            lead="falls",
            spatial=spatial,
        )
    )
    fallen = [choose_last(groups[int(at)][1], share) for at, share in chosen]
    return tuple(figure for figures in fallen for figure in figures)


def make_wound_facts(
    match: Match, figures: tuple[FigureId, ...], wounds: int, each: int, by: Subject | None = None
) -> tuple[AnyFact, ...]:
    """Return the facts for ``wounds`` on figures of one kind. A figure falls after ``each`` wounds.

    The next figure gets the remaining wounds. If all figures fall, further wounds are lost.
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


def divide_hits(
    question: Split,
    kinds: Sequence[tuple[str, str, int]],
    total: int,
    limits: Sequence[int],
    default_order: Sequence[int] = (),
) -> Asking[tuple[int, ...]]:
    """Ask the players to divide hits among kinds of figures. Return the hits on each kind.

    ``question`` is the question to ask, without its groups. ``kinds`` are (id, text, number), and
    ``limits`` are the most hits that each kind can get. By default, each kind in turn gets as many
    hits as possible, in the listed order or in ``default_order``.
    """
    shares = tuple(
        Share(kind, text, min(limit, total))
        for (kind, text, _), limit in zip(kinds, limits, strict=True)
        if limit
    )
    taken: dict[int, int] = {}
    for at in default_order:
        taken[at] = min(total - sum(taken.values()), limits[at])
    default = tuple((kinds[at][0], taken[at]) for at in sorted(taken) if taken[at])
    chosen = dict((yield from ask(replace(question, total=total, shares=shares, default=default))))
    return tuple(chosen.get(kind, 0) for kind, _, _ in kinds)


def divide_hits_evenly(
    question: Split,
    kinds: Sequence[tuple[str, str, int]],
    total: int,
    hits_so_far: Sequence[int],
    default_order: Sequence[int] = (),
) -> Asking[tuple[int, ...]]:
    """Ask the players to divide hits. No figure gets a second hit before every figure has one.

    ``hits_so_far`` are the hits that each kind already has. ``default_order`` has the same meaning
    as in ``divide_hits``.
    """
    given = list(hits_so_far)
    while total:
        level = sum(given) // sum(size for _, _, size in kinds) + 1
        room = [level * size - load for (_, _, size), load in zip(kinds, given, strict=True)]
        now = min(total, sum(room))
        share = yield from divide_hits(question, kinds, now, room, default_order)
        given = [load + more for load, more in zip(given, share, strict=True)]
        total -= now
    return tuple(load - before for load, before in zip(given, hits_so_far, strict=True))


keep_old_names(__name__)
