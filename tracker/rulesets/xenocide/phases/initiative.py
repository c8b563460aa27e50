"""The roll for initiative, which decides the order of the sides (XF-MOVE-01)."""

from __future__ import annotations

from typing import Final

from tracker.procedures.match_view import Match
from tracker.procedures.pieces.first_side_selection import (
    make_first_side_action,
    record_first_side,
    record_side_order,
)
from tracker.procedures.pieces.roll_offs import (
    RollOff,
    make_single_die_pools,
    roll_and_rank_totals,
)
from tracker.procedures.requests import Asking, Option, Pick, ask_owner, call_pure_stage, call_stage
from tracker.rulesets.xenocide.data import markers
from tracker.rulesets.xenocide.data.rule_tables import DIE
from tracker.rulesets.xenocide.phases.broken_unit_tests import PHASE
from tracker.vocabulary.subject_ids import SideId

FIRST, SECOND = "first", "second"
ROLL_OFF: Final = RollOff(
    "initiative",
    "init",
    "XF-MOVE-01",
    lambda match: make_single_die_pools(match, die_size=DIE),
    winner_word="chooses",
    tie_word="equal: roll again",
    need="the lower chooses",
    lowest_wins=True,
)


def roll_initiative_and_choose_side_order(match: Match) -> Asking[None]:
    order = _list_sides_in_alternation(match) or (yield from call_stage(_roll_and_rank_sides))
    chooses, *others = order
    _record_choosing_side(match, chooses)
    what, rule = f"{match.side_name(chooses)} moves", "XF-MOVE-01"
    options = (Option(FIRST, FIRST), Option(SECOND, SECOND))
    asked = Pick(id="moves_first", what=what, options=options, default=FIRST, rule=rule)
    when = yield from ask_owner(match, chooses, asked)
    order = (chooses, *others) if when == FIRST else (others[0], chooses, *others[1:])
    record_side_order(match, order)


def _list_sides_in_alternation(match: Match) -> tuple[SideId, ...]:
    """List the sides, beginning with the one whose turn it is to choose.

    The choice passes to the next side each time (XF-G36, XF-G98). Return () if dice decide.
    """
    last = next((side for side in match.sides if match.has(side, markers.CHOSE)), None)
    if match.option("initiative") != "alternate" or last is None:
        return ()
    at = match.sides.index(last) + 1
    return (*match.sides[at:], *match.sides[:at])


def _roll_and_rank_sides(match: Match) -> Asking[tuple[SideId, ...]]:
    order, _ = yield from call_pure_stage({}, roll_and_rank_totals, ROLL_OFF, ROLL_OFF.pools(match))
    return tuple(match.sides[place] for place in order)


def _record_choosing_side(match: Match, side: SideId) -> None:
    markers.CHOSE.record_cleared(match, *match.marked(markers.CHOSE))
    match.record(markers.CHOSE.set(side))


def record_agreed_first_side(match: Match, first: SideId) -> None:
    """Record the side that moves first by agreement.

    If the choice alternates by house rule, also record which side had it (XF-G36).
    """
    if match.option("initiative") == "alternate":
        _record_choosing_side(match, (*_list_sides_in_alternation(match), first)[0])
    record_first_side(match, first)


INITIATIVE: Final = make_first_side_action(
    ROLL_OFF,
    "rolled for initiative",
    PHASE,
    "initiative is rolled once a turn",
    proposal_word="to roll for initiative",
    order_stage=roll_initiative_and_choose_side_order,
    record_agreed_side=record_agreed_first_side,
    question_ids=("moves_first",),
)
