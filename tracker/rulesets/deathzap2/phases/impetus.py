"""Impetus: who acts first this turn (DZ-IMP-01)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from tracker.procedures.declared.words import asking
from tracker.procedures.pieces.begins import Begins, acts_first, begins
from tracker.procedures.pieces.roll_offs import Pool, RollOff, ranked
from tracker.procedures.requests import Asking, sub
from tracker.procedures.ruleset import Action, Objection
from tracker.procedures.view import Match
from tracker.rulesets.deathzap2.data import markers
from tracker.vocabulary.labels import Label
from tracker.vocabulary.names import SideId


def bonus(match: Match, side: SideId) -> int:
    """DZ-G06: under the house rule, 1 for each panicked enemy unit."""
    if not match.option("impetus_panic_bonus"):
        return 0
    enemies = match.units(match.other(side))
    return sum(markers.is_panicked(match, unit) for unit in enemies)


def pools(match: Match) -> tuple[Pool, ...]:
    """DZ-IMP-01: a die a side."""
    return tuple(
        Pool(side, (6,), (Label(match.side_name(side), subject=side, adds=n or None),), n)
        for side in match.sides
        for n in (bonus(match, side),)
    )


# DZ-GEN-01, DZ-G05: equal scores roll again.
ROLL_OFF: Final = RollOff(
    "roll_off",
    "impetus",
    "DZ-IMP-01",
    pools,
    wins="acts first",
    level="equal: roll again",
    adds="panicked enemies",
    need="higher acts first",
)
DICE: Final = ROLL_OFF.kind


def impetus(match: Match, _: SideId | None, params: Begins) -> Asking[None]:
    if params.agreed is not None:
        acts_first(match, params.agreed)
        return
    order, _totals = yield from sub({}, ranked, ROLL_OFF, pools(match))
    acts_first(match, match.sides[order[0]])


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
