"""The Morale phase, in which panicked units rally or flee (DZ-MORALE, DZ-T16)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from msgspec import Struct

from tracker.procedures.declared.action_line_forms import Form
from tracker.procedures.declared.line_form_slots import make_keyed_count_slot
from tracker.procedures.declared.roll_kinds import RollKind
from tracker.procedures.declared.roll_sheet import RollSheet, Row, RowResult, read_each_row
from tracker.procedures.match_view import Match
from tracker.procedures.pieces.acting_units import make_unit_candidates as each_unit
from tracker.procedures.pieces.dice_tests import format_unit_for_sheet, roll_dice_rows
from tracker.procedures.pieces.engagement import make_disengagement_facts
from tracker.procedures.pieces.line_subject_fields import make_unit_field
from tracker.procedures.pieces.nearby_figures import ask_which_units
from tracker.procedures.pieces.subject_lookup import find_common_side
from tracker.procedures.requests import Asking, Faces, Tally, call_pure_stage, continue_with
from tracker.procedures.ruleset import Action, BlockingReason
from tracker.rulesets.deathzap2.data import markers, rule_tables, state_queries, unit_profiles
from tracker.rulesets.deathzap2.data.rule_tables import find_distance_scale
from tracker.rulesets.deathzap2.phases import movement
from tracker.vocabulary.die_labels import Label
from tracker.vocabulary.events import FiguresRemoved, Moved
from tracker.vocabulary.subject_ids import SideId, UnitId

DIE, RALLY = 6, 4


class FlightObstacles(Struct, frozen=True):
    """The command that reports obstacles in the path of a fleeing unit (DZ-G16)."""

    unit: UnitId
    obstacles: int = 0


def list_single_figures_due_panic(match: Match) -> tuple[UnitId, ...]:
    """List the lone figures that, under a house rule, panic when Morale begins (DZ-G45)."""
    return tuple(
        unit
        for unit in state_queries.list_units_by_side_order(match)
        if unit_profiles.is_single_foot_unit(match, unit) and not match.has(unit, markers.PANICKED)
    )


def list_units_due_morale_roll(match: Match) -> tuple[UnitId, ...]:
    """List the units that panicked before this turn, by side (DZ-MORALE-04, DZ-G63).

    A house rule can exclude lone figures (DZ-G43).
    """
    never = match.option("lone_flight") == "never"
    return tuple(
        unit
        for unit in state_queries.list_units_by_side_order(match)
        if state_queries.find_panic_turn(match, unit) not in {None, match.turn}
        and not (never and unit_profiles.is_single_foot_unit(match, unit))
    )


def find_highest_fleeing_die(match: Match, unit: UnitId) -> int:
    """Return the highest die on which a unit flees. By house rule, any die if alone (DZ-G43)."""
    always = match.option("lone_flight") == "always_double_roll"
    return DIE if always and unit_profiles.is_single_foot_unit(match, unit) else RALLY - 1


def roll_rallies_and_flights(match: Match) -> Asking[None]:
    """Roll for units that rally or flee (DZ-MORALE-02, DZ-MORALE-03).

    First, lone figures panic (DZ-MORALE-05). They do not roll until the next turn.
    """
    markers.PANICKED.record_on(match, *list_single_figures_due_panic(match), value=match.turn)
    units = list_units_due_morale_roll(match)
    alone = tuple(unit_profiles.is_single_foot_unit(match, unit) for unit in units)
    running = tuple(find_highest_fleeing_die(match, unit) for unit in units)
    owner = {"owner": (find_common_side(match, units), None, None)}
    labels = tuple(
        Label(f"{format_unit_for_sheet(match, unit)}{', alone' if lone else ''}", subject=unit)
        for unit, lone in zip(units, alone, strict=True)
    )
    flights = yield from call_pure_stage(owner, roll_flight_distances_in_inches, running, labels)
    rolled = list(zip(units, alone, flights, strict=True))
    calm = tuple(unit for unit, lone, flight in rolled if not flight and not lone)
    markers.PANICKED.record_cleared(match, *calm)
    fleeing = tuple((unit, flight) for unit, _, flight in rolled if flight)
    for unit, flight in fleeing:
        flee_towards_edge(
            match, unit, flight * rule_tables.INCH * find_distance_scale(match, "move")
        )
    return continue_with(remove_units_fled_off_table, match, tuple(unit for unit, _ in fleeing))


def build_morale_sheet(match: Match, request: Faces) -> RollSheet:
    """Build the sheet of morale rolls. New panic needs no roll (DZ-T16, DZ-MORALE-04)."""
    del request
    rolling = list_units_due_morale_roll(match)
    units = state_queries.list_units_by_side_order(match)
    panicked = [unit for unit in units if match.has(unit, markers.PANICKED)]
    rows = []
    for unit in panicked:
        since = state_queries.find_panic_turn(match, unit)
        why = "panicked this turn: stays" if since == match.turn else "on its own: stays"
        rolls = unit in rolling
        rows.append(Row(unit, (f"turn {since}",), int(rolls), why="" if rolls else why))

    def read(row: int, dice: tuple[int, ...]) -> RowResult:
        if dice[0] <= find_highest_fleeing_die(match, panicked[row]):
            inches = 2 * dice[0] * find_distance_scale(match, "move")
            return RowResult(word=f'flees {inches}"', bad=True)
        lone = unit_profiles.is_single_foot_unit(match, panicked[row])
        return RowResult(word="stays panicked" if lone else "rallies")

    return RollSheet("morale", ("panicked",), (), tuple(rows), read_each_row(read))


DICE: Final = RollKind("morale_dice", "morale", rule="DZ-MORALE-02", sheet=build_morale_sheet)


def roll_flight_distances_in_inches(
    flee_numbers: tuple[int, ...], labels: tuple[Label, ...]
) -> Asking[tuple[int, ...]]:
    """Roll a die for each unit, and return how far each flees on a small board, in inches.

    A unit that rolls its number in ``flee_numbers`` or less flees twice its die (DZ-T16). Other
    units do not flee (0).
    """
    roll = Faces(
        kind=DICE,
        dice=(DIE,) * len(flee_numbers),
        labels=labels,
        need=f"{RALLY}+ rallies",
        role="owner",
    )

    def read(row: int, dice: tuple[int, ...]) -> int:
        return 2 * dice[0] if dice[0] <= flee_numbers[row] else 0

    return (yield from roll_dice_rows(roll, 1, read))


def flee_towards_edge(match: Match, unit: UnitId, length: int) -> None:
    """Move a unit towards its base edge, and out of any melee (DZ-MORALE-03, DZ-G44, DZ-G64)."""
    match.record(
        *make_disengagement_facts(match, markers.ENGAGED, unit),
        Moved(unit=unit, length=length, how="fled"),
        markers.FLED.set(unit, value=length),
    )


def remove_units_fled_off_table(match: Match, units: tuple[UnitId, ...]) -> Asking[None]:
    """Under a house rule, ask which units fled over the edge, and remove them (DZ-G44)."""
    if not units or match.option("flee_off_board") != "removed":
        return
    what, rule = "fled over its own board edge", "DZ-G44"
    asked = Tally(id="off_board", what=what, shares=(), rule=rule)
    gone = yield from ask_which_units(match, asked, units)
    figures = tuple(f for unit in gone for f in match.figures(unit))
    if figures:
        match.record(FiguresRemoved(figures=figures, how="fled"))


def shorten_flight_by_obstacles(match: Match, _: SideId | None, params: FlightObstacles) -> None:
    fled = markers.FLED.number(match, params.unit)
    cost = params.obstacles * movement.find_obstacle_cost(match)
    flee_towards_edge(match, params.unit, max(0, fled - cost))


def list_flight_blocking_reasons(match: Match, unit: UnitId) -> Iterable[BlockingReason]:
    if not match.has(unit, markers.FLED):
        yield BlockingReason("not-fled", "DZ-MORALE-03", "has not fled this turn")


FLIGHT = Action(
    id="flight",
    word="fled over obstacles",
    ahead="to flee over obstacles",
    params=FlightObstacles,
    stage=shorten_flight_by_obstacles,
    phases=("morale",),
    bars=list_flight_blocking_reasons,
    candidates=each_unit(
        "morale", list_flight_blocking_reasons, lambda _, unit: (FlightObstacles(unit, 1),)
    ),
    form=Form("flees", make_unit_field(), how=(make_keyed_count_slot("obstacles"),)),
)
