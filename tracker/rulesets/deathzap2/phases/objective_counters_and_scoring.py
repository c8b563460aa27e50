"""Intel counters and awards that players enter, and points for objectives (DZ-WIN-03 to 09)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from tracker.procedures.declared.actorless_line_forms import WordForm, make_texts_argument
from tracker.procedures.match_view import Match
from tracker.procedures.pieces.objectives_and_awards import (
    OWN,
    Award,
    list_objective_sides,
    list_objectives_in_play,
    place_objective_counters,
)
from tracker.procedures.requests import (
    Asking,
    Confirm,
    Number,
    Share,
    Tally,
    ask,
    ask_owner,
    call_pure_stage,
)
from tracker.procedures.ruleset import Action, Objection
from tracker.rulesets.deathzap2.data import markers
from tracker.rulesets.deathzap2.data.rule_tables import find_distance_scale
from tracker.rulesets.deathzap2.phases import mission_objectives
from tracker.vocabulary.events import PointsScored
from tracker.vocabulary.subject_ids import SideId

QUARTERS = 4
INTEL_REACH = 3  # in inches
MAX_BY_HAND = 99
NEAR_COUNTER: Final = Tally(
    id="near_counter", shares=(), spatial=True, role="both", rule="DZ-WIN-09", lead="in"
)


def score_end_objectives(match: Match) -> Asking[None]:
    """Score every objective that counts at the end of the game, asking players where necessary."""
    mission_objectives.score_objectives_for_removals(match)
    for side in list_objective_sides(match, mission_objectives.PUSH):
        yield from score_push_objective(match, side)
    for side in list_objective_sides(match, mission_objectives.HOLD):
        yield from score_hold_objective(match, side)
    for side in list_objective_sides(match, mission_objectives.EXTERMINATION):
        points = mission_objectives.count_extermination_points(match, side)
        _award_points(match, side, points, mission_objectives.EXTERMINATION)
    yield from score_intel_objective(match)
    for one in list_objectives_in_play(match):
        for side in one.list_sides(match) if one.kind == OWN else ():
            yield from score_custom_objective(match, side, one.label)


def _award_points(match: Match, side: SideId, points: int, kind: str) -> None:
    if points:
        why = mission_objectives.LABELS.get(kind, kind)
        match.record(PointsScored(side=side, points=points, why=why))


def _count_figures(match: Match, side: SideId) -> int:
    return sum(len(match.figures(unit)) for unit in match.units(side))


def score_push_objective(match: Match, side: SideId) -> Asking[None]:
    """Score 3 points if a calm unit is in the enemy's zone at the end (DZ-WIN-06)."""
    if all(match.has(unit, markers.PANICKED) for unit in match.units(side)):
        return
    whole = match.option("push_needs") == "whole_unit"
    who = "all of a calm unit" if whole else "a figure of a calm unit"
    name, held = match.side_name(side), f"{who} in the enemy's zone"
    asked = Confirm(
        id="push", what=f"{name} has {held}", question=f"Does {name} have {held}?", rule="DZ-WIN-06"
    )
    if (yield from ask_owner(match, side, asked)):
        _award_points(match, side, mission_objectives.PRIZE, mission_objectives.PUSH)


def score_hold_objective(match: Match, side: SideId) -> Asking[None]:
    """Score a point for each quarter of the board with figures of the side (DZ-WIN-07)."""
    what = f"quarters of the board with figures of {match.side_name(side)}"
    most, rule = min(QUARTERS, _count_figures(match, side)), "DZ-WIN-07"
    asked = Number(id="hold", what=what, low=0, high=most, spatial=True, rule=rule)
    quarters = yield from ask_owner(match, side, asked)
    _award_points(match, side, quarters, mission_objectives.HOLD)


def score_intel_objective(match: Match) -> Asking[None]:
    """Award each Intel counter to the side with more figures near it (DZ-WIN-09)."""
    playing = list_objective_sides(match, mission_objectives.INTEL)
    reach = INTEL_REACH * find_distance_scale(match, "other")
    shares = tuple(
        Share(side, match.side_name(side), _count_figures(match, side)) for side in match.sides
    )
    won: list[SideId] = []
    for number in range(1, mission_objectives.COUNTERS + 1) if playing else ():
        position = _format_counter_position(match, number)
        what = f'figures within {reach}" of counter {number}{position}'
        asked = replace(NEAR_COUNTER, what=what, shares=shares)
        roles = {"both": (None, None, None)}
        found = dict((yield from call_pure_stage(roles, ask, asked)))
        won += (side for side in playing if found.get(side, 0) > found.get(match.other(side), 0))
    for side in playing:
        _award_points(match, side, won.count(side), mission_objectives.INTEL)


def _format_counter_position(match: Match, number: int) -> str:
    for objective in list_objectives_in_play(match):
        if len(objective.counters) >= number:
            return f" ({objective.counters[number - 1]})"
    return ""


def score_custom_objective(match: Match, side: SideId, label: str) -> Asking[None]:
    """Ask how many points to add for an objective that the players made up (DZ-WIN-03)."""
    what = f"points still to add for {match.side_name(side)}: {label}"
    asked = Number(id="by_hand", what=what, low=0, high=MAX_BY_HAND, rule="DZ-WIN-03")
    _award_points(match, side, (yield from ask_owner(match, side, asked)), label)


class CounterPlacement(Struct, frozen=True):
    """The positions of the Intel counters, in the players' words."""

    positions: tuple[str, ...]


def list_counter_placement_objections(
    match: Match, _: SideId | None, params: CounterPlacement
) -> Iterator[Objection]:
    if not list_objective_sides(match, mission_objectives.INTEL):
        yield Objection("no-intel", "DZ-WIN-09", "Intel is not an objective of this game")
    elif len(params.positions) != mission_objectives.COUNTERS:
        text = f"place {mission_objectives.COUNTERS} counters, not {len(params.positions)}"
        yield Objection("counters", "DZ-WIN-09", text)


def list_award_objections(match: Match, side: SideId | None, params: Award) -> Iterator[Objection]:
    own = [o for o in list_objectives_in_play(match) if (o.kind, o.label) == (OWN, params.why)]
    if match.option("game") == "basic":
        yield Objection("basic", "DZ-SETUP-02", "no points are awarded in a basic game")
    elif own and not any(side in (None, *objective.list_sides(match)) for objective in own):
        text = f"{params.why} is an objective of the other side only"
        yield Objection("not-own", "DZ-WIN-03", text)
    elif not own:
        text = "the printed objectives are scored automatically; award only objectives of your own"
        yield Objection("not-own", "DZ-WIN-03", text)


COUNTERS: Final = Action(
    id="counters",
    word="place counters",
    params=CounterPlacement,
    stage=lambda match, _, params: place_objective_counters(
        match, mission_objectives.INTEL, params.positions
    ),
    objections=list_counter_placement_objections,
    form=WordForm(
        "counters", (make_texts_argument("positions"),), when=lambda reader: bool(reader.arguments)
    ),
)
