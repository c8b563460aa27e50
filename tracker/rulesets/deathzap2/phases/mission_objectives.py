"""The objectives of a mission: their status, and points for losses (DZ-WIN-03 to DZ-WIN-08)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from tracker.procedures.match_view import Match
from tracker.procedures.pieces.objectives_and_awards import (
    OWN,
    ObjectiveInPlay,
    list_objective_sides,
    list_objectives_in_play,
)
from tracker.procedures.pieces.subject_lookup import describe_each_side
from tracker.rulesets.deathzap2.data import markers, unit_profiles
from tracker.vocabulary.events import ObjectiveSet, PointsScored
from tracker.vocabulary.subject_ids import FigureId, SideId, format_handle

ASSASSINATE: Final = "assassinate"
HARD_HITTERS: Final = "hard-hitters"
PUSH: Final = "push"
HOLD: Final = "hold"
EXTERMINATION: Final = "extermination"
INTEL: Final = "intel"

FIRST_TABLE: Final = (ASSASSINATE, ASSASSINATE, HARD_HITTERS, HARD_HITTERS, PUSH, PUSH)  # DZ-T10
SECOND_TABLE: Final = (HOLD, HOLD, EXTERMINATION, EXTERMINATION, INTEL, INTEL)  # DZ-T11
TABLES: Final = {"first objective": FIRST_TABLE, "second objective": SECOND_TABLE}
LABELS: Final = {kind: kind.replace("-", " ").title() for kind in (*FIRST_TABLE, *SECOND_TABLE)}

PRIZE: Final = 3  # points for Assassinate, Hard Hitters and Push
COUNTS_AS: Final = 5  # figures per vehicle or monster in Hard Hitters
CASUALTIES: Final = 5  # casualties per point in Extermination
COUNTERS: Final = 4  # the number of Intel counters


def add_objective(match: Match, kind: str, side: SideId | None) -> None:
    """Bring a printed objective into play for one side, or for both if ``side`` is None."""
    name = kind if side is None else f"{kind}-{format_handle(side)}"
    match.record(ObjectiveSet(objective=name, label=LABELS[kind], side=side, data={"kind": kind}))


def list_losses_counting_for_enemy(match: Match, side: SideId) -> tuple[FigureId, ...]:
    """List the lost figures of a side that count for its enemy (DZ-G56)."""
    any_cause, enemy = match.option("kill_credit") == "any_cause", match.other(side)
    return tuple(
        figure
        for figure in match.all_figures(side)
        if (value := match.figure(figure)).gone is not None
        and (any_cause or (value.by is not None and match.side_of(value.by) == enemy))
    )


def count_weighted_figures(match: Match, figures: tuple[FigureId, ...]) -> int:
    """Count figures, with each vehicle or monster counted as five (DZ-WIN-05)."""
    return sum(
        COUNTS_AS if unit_profiles.is_vehicle_or_monster(match, figure) else 1 for figure in figures
    )


def count_losses_and_half(match: Match, side: SideId) -> tuple[int, int]:
    """Return a side's weighted losses, and the weighted half of its whole force (DZ-GEN-04)."""
    whole = count_weighted_figures(match, match.all_figures(side))
    lost = count_weighted_figures(match, list_losses_counting_for_enemy(match, side))
    return lost, (whole + 1) // 2


def count_small_and_big_kills(match: Match, side: SideId) -> tuple[int, int]:
    lost = list_losses_counting_for_enemy(match, match.other(side))
    big = sum(unit_profiles.is_vehicle_or_monster(match, figure) for figure in lost)
    return len(lost) - big, big


def count_extermination_points(match: Match, side: SideId) -> int:
    """Count a side's points for the enemy's losses so far (DZ-WIN-08)."""
    small, big = count_small_and_big_kills(match, side)
    return small // CASUALTIES + big


def score_objectives_for_removals(match: Match) -> None:
    """Score removals for Assassinate (DZ-WIN-04) and Hard Hitters. No removal is scored twice."""
    for side in list_objective_sides(match, ASSASSINATE):
        if match.has(side, markers.ASSASSINATED):
            continue
        lost = list_losses_counting_for_enemy(match, match.other(side))
        if any(match.has(figure, markers.TARGET) for figure in lost):
            won = PointsScored(side=side, points=PRIZE, why=LABELS[ASSASSINATE])
            match.record(won, markers.ASSASSINATED.set(side))
    _score_hard_hitters_objective(match)


def _score_hard_hitters_objective(match: Match) -> None:
    """Award points to the side whose enemy was first to lose half its force (DZ-WIN-05, DZ-G51)."""
    playing = list_objective_sides(match, HARD_HITTERS)
    if any(match.has(side, markers.FIRST_TO_HALF) for side in playing):
        return
    counts = ((side, *count_losses_and_half(match, match.other(side))) for side in playing)
    reached = tuple(side for side, lost, half in counts if 0 < half <= lost)
    if not reached:
        return
    tied = len(reached) > 1 and match.option("hard_hitters_tie") == "neither"
    prize = 0 if tied else PRIZE
    match.record(markers.FIRST_TO_HALF.set(*reached, value=prize))
    if prize:
        for side in reached:
            match.record(PointsScored(side=side, points=prize, why=LABELS[HARD_HITTERS]))


def describe_objectives(match: Match) -> tuple[tuple[str, str], ...]:
    """Describe each objective with a label and a text, or in a basic game the calm units."""
    if match.option("game") == "basic":

        def count_calm_units(side: SideId) -> str:
            calm = [unit for unit in match.units(side) if not match.has(unit, markers.PANICKED)]
            return f"{len(calm)} of {len(match.units(side))}"

        return (("Calm units", describe_each_side(match, count_calm_units)),)
    return tuple((o.label, _describe_objective(match, o)) for o in list_objectives_in_play(match))


def _describe_objective(match: Match, objective: ObjectiveInPlay) -> str:
    tell = _TOLD.get(objective.kind)
    if tell is not None:
        return describe_each_side(
            match, lambda side: tell(match, side), objective.list_sides(match)
        )
    counted = "counted" if match.ended else "counted at the end"
    if objective.counters:
        return f"{counted}; counters at {'; '.join(objective.counters)}"
    if objective.kind == OWN:
        return f"{objective.points} VP, awarded by hand"
    return counted


def _describe_hunt(match: Match, side: SideId) -> str:
    if match.has(side, markers.ASSASSINATED):
        return "has scored"
    for figure in match.all_figures(match.other(side)):
        value = match.figure(figure)
        if match.has(figure, markers.TARGET) and value.gone is None:
            return f"hunts {match.unit(value.unit).name}: {match.name_figure(figure)}"
    return "has no figure to hunt" if match.turn else "target not named yet"


def _describe_losses_towards_half(match: Match, side: SideId) -> str:
    if match.has(side, markers.FIRST_TO_HALF):
        if not match.mark(side, markers.FIRST_TO_HALF):
            return "no points: both at once"
        both = match.has(match.other(side), markers.FIRST_TO_HALF)
        return "scored: both at once" if both else "was first"
    taken, half = count_losses_and_half(match, match.other(side))
    return f"has taken {taken} of {half}"


def _describe_kills(match: Match, side: SideId) -> str:
    small, big = count_small_and_big_kills(match, side)
    ahead = CASUALTIES * (small // CASUALTIES + 1)
    also = f" and {big} big" if big else ""
    kills = f"{small} {'kill' if small == 1 else 'kills'}{also}"
    if match.ended is not None:  # the score contains the points, unless a side conceded
        return kills
    return f"{kills}: {count_extermination_points(match, side)} VP, next at {ahead}"


_TOLD: Final[dict[str, Callable[[Match, SideId], str]]] = {
    ASSASSINATE: _describe_hunt,
    HARD_HITTERS: _describe_losses_towards_half,
    EXTERMINATION: _describe_kills,
}
