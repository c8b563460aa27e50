"""Impetus: who acts first this turn (DZ-IMP-01)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from tracker.procedures.declared.rolls import RollKind
from tracker.procedures.declared.rollsheet import Come, RollSheet, Row
from tracker.procedures.declared.words import asking
from tracker.procedures.pieces.begins import Begins, acts_first, begins
from tracker.procedures.requests import Asking, Faces, ask, sub, then_pure
from tracker.procedures.ruleset import Action, Objection
from tracker.procedures.view import Match
from tracker.rulesets.deathzap2.data import markers
from tracker.vocabulary.names import SideId


def bonus(match: Match, side: SideId) -> int:
    """DZ-G06: under the house rule, 1 for each panicked enemy unit."""
    if not match.option("impetus_panic_bonus"):
        return 0
    enemies = match.units(match.other(side))
    return sum(markers.is_panicked(match, unit) for unit in enemies)


def impetus(match: Match, _: SideId | None, params: Begins) -> Asking[None]:
    if params.agreed is not None:
        acts_first(match, params.agreed)
        return None
    sides = match.sides
    more = tuple(bonus(match, side) for side in sides)
    labels = tuple(_label(match, side, n) for side, n in zip(sides, more, strict=True))
    ahead = yield from sub({}, roll_off, labels, more)
    acts_first(match, sides[ahead])


def impetus_sheet(match: Match, request: Faces) -> RollSheet:
    """DZ-IMP-01: a die a side, and what is added to it (DZ-G06)."""
    del request
    more = [bonus(match, side) for side in match.sides]

    def read(rows: tuple[tuple[int, ...], ...]) -> tuple[Come, ...]:
        if not all(rows):
            return tuple(Come() for _ in rows)
        scores = [dice[0] + n for dice, n in zip(rows, more, strict=True)]
        if len(set(scores)) == 1:
            return tuple(Come(word="equal: roll again") for _ in rows)
        best = max(scores)
        return tuple(Come(word="acts first" if score == best else "") for score in scores)

    rows = tuple(
        Row(side, (f"+{n}",) if any(more) else (), 1)
        for side, n in zip(match.sides, more, strict=True)
    )
    return RollSheet("impetus", ("panicked enemies",) if any(more) else (), (), rows, read)


DICE: Final = RollKind("roll_off", "impetus", rule="DZ-IMP-01", sheet=impetus_sheet)


def roll_off(labels: tuple[str, ...], more: tuple[int, ...]) -> Asking[int]:
    """One die a side; equal scores roll again (DZ-GEN-01, DZ-G05). Returns who is higher."""
    faces = yield from ask(
        Faces(
            kind=DICE,
            dice=(6, 6),
            labels=labels,
            need="higher acts first",
        )
    )
    ours, theirs = (face + n for face, n in zip(faces, more, strict=True))
    if ours == theirs:
        return then_pure(roll_off, labels, more)
    return 0 if ours > theirs else 1


def _label(match: Match, side: SideId, more: int) -> str:
    name = match.side_name(side)
    return f"{name} +{more}" if more else name


def objections(match: Match, _: SideId | None, __: Begins) -> Iterable[Objection]:
    if match.phase != "impetus" or match.clock.order:
        yield Objection("impetus-rolled", "DZ-IMP-01", "impetus is rolled once, as a turn begins")


def candidates(match: Match) -> Iterable[tuple[SideId | None, Begins]]:
    if match.phase == "impetus" and not match.clock.order:
        yield None, Begins()


IMPETUS = Action(
    id="impetus",
    word="roll impetus",
    params=Begins,
    stage=impetus,
    phases=("impetus",),
    objections=objections,
    candidates=candidates,
    forms=(begins("impetus", asking("impetus")),),
)
