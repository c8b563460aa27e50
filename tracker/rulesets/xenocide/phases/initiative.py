"""Who moves first: the low roll chooses (XF-MOVE-01, XF-G36)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from tracker.procedures.declared.words import asking
from tracker.procedures.pieces.begins import (
    Begins,
    acts_first,
    begins,
    first_by_hand,
    in_this_order,
)
from tracker.procedures.pieces.roll_offs import RollOff, a_die_each, ranked
from tracker.procedures.requests import Asking, Option, Pick, ask, do, sub
from tracker.procedures.ruleset import Action, Objection
from tracker.procedures.view import Match
from tracker.rulesets.xenocide.data import markers
from tracker.rulesets.xenocide.data.tables import DIE
from tracker.vocabulary.names import SideId

PHASE: Final = "initiative"
FIRST, SECOND = "first", "second"
ROLL_OFF: Final = RollOff(
    "initiative",
    "init",
    "XF-MOVE-01",
    lambda match: a_die_each(match, size=DIE),
    need="the lower chooses",
    low=True,
)


def roll(match: Match, _: SideId | None, params: Begins) -> Asking[None]:
    """The lower roll moves first or lets the other side do so."""
    if params.agreed:
        acts_first(match, params.agreed)
        return
    chooses, *others = yield from do(_in_order)
    if had := match.marked(markers.CHOSE):
        match.record(markers.CHOSE.cleared(*had))
    match.record(markers.CHOSE.set(chooses))
    when = yield from ask(
        Pick(
            id="moves_first",
            what=f"{match.side_name(chooses)} moves",
            options=(Option(FIRST, FIRST), Option(SECOND, SECOND)),
            default=FIRST,
            side=chooses,
            subject=chooses,
            rule="XF-MOVE-01",
        )
    )
    order = (chooses, *others) if when == FIRST else (others[0], chooses, *others[1:])
    in_this_order(match, order)


def _in_order(match: Match) -> Asking[tuple[SideId, ...]]:
    """The sides as their rolls rank them, the one that chooses first (XF-G98); by house rule only
    the first turn is rolled, and then the choice goes round (XF-G36).
    """
    sides = match.sides
    last = next((side for side in sides if match.has(side, markers.CHOSE)), None)
    if match.option("initiative") == "alternate" and last is not None:
        at = sides.index(last) + 1
        return (*sides[at:], *sides[:at])
    order, _ = yield from sub({}, ranked, ROLL_OFF, ROLL_OFF.pools(match))
    return tuple(sides[place] for place in order)


def is_due(match: Match) -> bool:
    return match.phase == PHASE and not match.clock.order


def objections(match: Match, _: SideId | None, __: Begins) -> Iterator[Objection]:
    if not is_due(match):
        yield Objection("initiative-rolled", "XF-MOVE-01", "initiative is rolled once a turn")


INITIATIVE: Final = Action(
    id="initiative",
    word="rolled for initiative",
    ahead="to roll for initiative",
    params=Begins,
    stage=roll,
    phases=(PHASE,),
    objections=objections,
    candidates=lambda match: ((None, Begins()),) if is_due(match) else (),
    form=begins("init", asking(ROLL_OFF.kind.id, "moves_first")),
    instead=first_by_hand,
)
