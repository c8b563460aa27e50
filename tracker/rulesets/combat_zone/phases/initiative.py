"""The roll for the order of the sides in the Initiative phase (CZ-INIT, CZ-T10)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from tracker.procedures.match_view import Match
from tracker.procedures.pieces.first_side_selection import (
    FirstSideRoll,
    make_first_side_action,
    record_side_order,
)
from tracker.procedures.pieces.roll_offs import RollOff, RollOffPool, roll_and_rank_totals
from tracker.procedures.requests import Asking, Option, Pick, ask_owner, call_pure_stage
from tracker.procedures.ruleset import Command, DueAction, Objection, Objections
from tracker.rulesets.combat_zone.data import markers, rule_tables, state_queries, unit_profiles
from tracker.rulesets.combat_zone.data.state_queries import counts_as_out_of_coherency
from tracker.rulesets.combat_zone.phases.coherency import COHERENCY, PHASE, CoherencyCheck
from tracker.vocabulary.die_labels import Label
from tracker.vocabulary.subject_ids import MATCH, SideId, UnitId

PLACES: Final = ("first", "second", "third", "fourth", "fifth", "sixth")
MACHINE_DICE: Final = {"none": 0, "d4": 4, "d6": 6, "d8": 8}
ROLL_OFF: Final = 6  # the die if no side has any dice


def make_initiative_pools(match: Match) -> tuple[RollOffPool, ...]:
    """Return the dice pool of each side, or a single die for each if no side has dice."""
    found = tuple(make_initiative_pool_of_side(match, side) for side in match.sides)
    if any(one.dice for one in found):
        return found
    return tuple(
        RollOffPool(
            one.side, (ROLL_OFF,), (_make_label(match, one.side, "roll-off", one.bonus),), one.bonus
        )
        for one in found
    )


def _make_label(match: Match, side: SideId, what: str, adds: int) -> Label:
    return Label(match.side_name(side), what, side, adds=adds)


def make_initiative_pool_of_side(match: Match, side: SideId) -> RollOffPool:
    """Make a side's pool: a die per group and per calm Hero (CZ-INIT-02, CZ-T9)."""
    adds = count_leader_bonus(match, side)
    dice = [(unit, die) for unit in match.units(side) for die in _list_initiative_dice(match, unit)]
    labels = tuple(
        _make_label(match, side, f"{match.unit(unit).name} D{die}", adds) for unit, die in dice
    )
    return RollOffPool(side, tuple(die for _, die in dice), labels, adds)


def _list_initiative_dice(match: Match, unit: UnitId) -> Iterator[int]:
    """Yield a unit's dice. House rules can give machines a die (CZ-G33)."""
    if not unit_profiles.is_hero_or_machine(match, unit):
        scattered = counts_as_out_of_coherency(match, unit)
        yield rule_tables.SCATTERED_DIE if scattered else rule_tables.COHERENT_DIE
    for figure in match.figures(unit):
        kind = unit_profiles.get_profile(match, figure).kind
        if kind == "hero" and not markers.is_panicking_or_routing(match, figure):
            yield rule_tables.HERO_DIE
        if kind == "machine" and (die := MACHINE_DICE[str(match.option("machine_initiative"))]):
            yield die


def count_leader_bonus(match: Match, side: SideId) -> int:
    """Return the bonus for a side's Leaders and Sub-leaders without a reaction (CZ-INIT-03)."""
    worth = {
        "leader": rule_tables.LEADER_BONUS,
        "sub-leader": rule_tables.SUB_LEADER_BONUS,
        "none": 0,
    }
    return sum(
        worth[unit_profiles.get_profile(match, figure).rank]
        for figure in state_queries.list_figures_on_table(match, side)
        if not markers.is_panicking_or_routing(match, figure)
    )


# Sides that are still tied reroll their whole pools (CZ-INIT-04, CZ-INIT-05).
CONTEST: Final = RollOff(
    "contest",
    "initiative",
    "CZ-INIT-02",
    make_initiative_pools,
    winner_word="chooses",
    tie_word="equal: highest die wins",
    modifier_heading="leaders",
    shows_totals=True,
)
DICE: Final = CONTEST.kind


def roll_initiative(match: Match) -> Asking[None]:
    """Roll for initiative. The winner chooses its place in the order (CZ-G31)."""
    dice = make_initiative_pools(match)
    every = match.option("initiative_tie") == "next_highest_die"
    most = max(len(one.dice) for one in dice) if every else 1
    ranking, totals = yield from call_pure_stage({}, roll_and_rank_totals, CONTEST, dice, most)
    for side, total in zip(match.sides, totals, strict=True):
        match.record(markers.INITIATIVE.set(side, value=total))
    winner, *others = (match.sides[place] for place in ranking)
    what, rule = f"{match.side_name(winner)} goes", "CZ-INIT-04"
    options = tuple(Option(name, name) for name in PLACES[: len(ranking)])
    asked = Pick(id="choose_place", what=what, options=options, default=PLACES[0], rule=rule)
    at = PLACES.index((yield from ask_owner(match, winner, asked)))
    record_side_order(match, (*others[:at], winner, *others[at:]))


def list_undeclared_coherency_objections(match: Match) -> Objections:
    if not match.has(MATCH, markers.DECLARED):
        yield Objection("undeclared", "CZ-INIT-01", "coherency must be declared before initiative")


def list_due_initiative_actions(match: Match) -> tuple[DueAction, ...]:
    if match.clock.order:
        return ()
    return (DueAction("initiative", None, None, "initiative has not been rolled", True),)


def choose_automatic_initiative_command(match: Match) -> Command:
    """Return the command that checks coherency, rolls for initiative, or begins the actions."""
    if match.clock.order:
        return Command("next", None, {})
    if not match.has(MATCH, markers.DECLARED):
        return COHERENCY.make_command(None, CoherencyCheck())
    return INITIATIVE.make_command(None, FirstSideRoll())


INITIATIVE: Final = make_first_side_action(
    CONTEST,
    "roll initiative",
    PHASE,
    "initiative is rolled once a turn, after the reaction tests",
    line_word="init",
    order_stage=roll_initiative,
    question_ids=("choose_place",),
    list_other_objections=list_undeclared_coherency_objections,
)
