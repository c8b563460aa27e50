"""The end of a match and its winner (TA-WIN)."""

from __future__ import annotations

from typing import Final, Literal

from tracker.procedures.match_view import Match
from tracker.procedures.pieces.match_endings import (
    ask_match_end_and_record_refusal,
    ask_winner,
    count_recorded_and_loss_points,
    find_points_leader,
    list_sides_left,
    make_end_action,
    was_end_declined,
)
from tracker.procedures.pieces.subject_lookup import describe_each_side, list_all_members
from tracker.procedures.requests import Asking
from tracker.rulesets.trial_assault.data import markers, state_queries, unit_profiles
from tracker.rulesets.trial_assault.phases import morale_checks
from tracker.vocabulary.events import MatchEnded
from tracker.vocabulary.subject_ids import SideId, UnitId, format_handle, make_figure_id

How = Literal["last side", "turns", "agreed"]
WHY: Final[dict[How, str]] = {
    "last side": "only one side has units left",
    "turns": "the game turns agreed are over",
    "agreed": "the players say so",
}


def is_unit_lost(match: Match, unit: UnitId) -> bool:
    """Whether a unit is lost. A unit whose models were all moved elsewhere by hand is not lost."""
    return not match.exists(unit) and bool(list_all_members(match, unit))


def count_points_conceded(match: Match, unit: UnitId) -> int:
    """Return the points that enemies score for a unit (TA-WIN-02).

    They score all its points if it is lost or falls back. They score half, rounded up, if it is
    below half strength.
    """
    points = unit_profiles.get_profile(match, make_figure_id(format_handle(unit), 1)).points
    if is_unit_lost(match, unit) or match.has(unit, markers.FLEES):
        return points
    halved = match.exists(unit) and morale_checks.is_unit_below_half_strength(match, unit)
    return -(-points // 2) if halved else 0


def count_victory_points(match: Match) -> dict[SideId, int]:
    return count_recorded_and_loss_points(
        match, lambda _, side: sum(count_points_conceded(match, u) for u in match.all_units(side))
    )


def end_match(match: Match, ending: How, winner: SideId | None) -> None:
    scores = tuple(count_victory_points(match).items())
    match.record(MatchEnded(how=ending, winner=winner, scores=scores, why=WHY[ending]))


def determine_winner(match: Match) -> Asking[SideId | None]:
    """Return the winner, either by points or as the players decide (TA-G12)."""
    points_leader = find_points_leader(count_victory_points(match))
    if match.option("victory") == "points":
        return points_leader
    return (yield from ask_winner(match, "TA-WIN-02", points_leader))


def end_match_if_over(match: Match, is_turn_over: bool) -> Asking[bool]:
    """End the match if only one side is left or the agreed turns are over (TA-WIN-01)."""
    left = list_sides_left(match)
    if len(left) < 2:
        last = left[0] if left else None
        if not was_end_declined(match, last) and (
            yield from ask_match_end_and_record_refusal(
                match, last, WHY["last side"], rule="TA-WIN-01"
            )
        ):
            by_points = match.option("victory") == "points"
            winner = find_points_leader(count_victory_points(match)) if by_points else last
            end_match(match, "last side", winner)
            return True
    limit = match.option("game_length")
    if is_turn_over and limit != "open" and match.turn >= int(limit):
        end_match(match, "turns", (yield from determine_winner(match)))
        return True
    return False


def describe_match_status(match: Match) -> tuple[tuple[str, str], ...]:
    """Describe how many units of each side are lost or falling back (TA-WIN-02)."""

    def count_fleeing_units(side: SideId) -> int:
        return sum(match.has(unit, markers.FLEES) for unit in match.units(side))

    lost = describe_each_side(
        match, lambda s: sum(is_unit_lost(match, one) for one in match.all_units(s))
    )
    return (("Units lost", lost), ("Falling back", describe_each_side(match, count_fleeing_units)))


END: Final = make_end_action(
    "TA-WIN-01",
    determine_winner,
    lambda match, won: end_match(match, "agreed", won),
    apply_delayed=lambda match: match.record(*state_queries.make_slain_removal_facts(match)),
)
"""The action that ends a match. Models slain in an unfinished step are removed (TA-FIGHT-05)."""
