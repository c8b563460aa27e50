"""The end of a match, its winner, and the losses so far (XF-WIN-01 to XF-WIN-03)."""

from __future__ import annotations

from typing import Final, Literal

from tracker.procedures.match_view import Match
from tracker.procedures.pieces.match_endings import (
    ask_match_end_and_record_refusal,
    ask_winner,
    count_recorded_and_loss_points,
    describe_losses,
    find_points_leader,
    list_sides_left,
    make_end_action,
    was_end_declined,
)
from tracker.procedures.pieces.subject_lookup import describe_each_side
from tracker.procedures.requests import Asking
from tracker.rulesets.xenocide.attacks import delayed_loss_and_wreck_resolution
from tracker.rulesets.xenocide.data import markers, unit_profiles
from tracker.rulesets.xenocide.data.rule_tables import halve_number
from tracker.vocabulary.events import MatchEnded
from tracker.vocabulary.subject_ids import FigureId, SideId

WHY: Final = {
    "last side": "only one side is left",
    "nobody": "nobody is left",
    "turns": "the turns agreed are over",
    "agreed": "the players say so",
}
How = Literal["last side", "nobody", "turns", "agreed"]

KINDS: Final = {
    "lost, killed": "killed",
    "lost, destroyed": "destroyed",
    "strayed": "lost",
    "lost in teleport": "scattered",
    "fled": "fled",
    "captive": "captured",
}
"""The labels of losses, each with the way in which the figures were removed (XF-WIN-03)."""


def count_points_conceded(match: Match, figure: FigureId) -> int:
    """Return the VP that the enemy scores for a figure, captives included (XF-G85)."""
    profile, gone = unit_profiles.get_profile(match, figure), match.figure(figure).gone
    if gone is not None:
        return profile.cost * (int(match.option("captured_vp")) if gone == "captured" else 1)
    if not match.has(match.figure(figure).unit, markers.DISABLED):
        return 0
    worth = {"half": halve_number(profile.cost, round_up=False), "full": profile.cost}
    return worth.get(str(match.option("disabled_vehicle_vp")), 0)


def count_victory_points(match: Match) -> dict[SideId, int]:
    def count_points_lost(match: Match, side: SideId) -> int:
        return sum(count_points_conceded(match, figure) for figure in match.all_figures(side))

    return count_recorded_and_loss_points(match, count_points_lost)


def end_match_if_over(match: Match, is_turn_over: bool) -> Asking[bool]:
    """End the match if only one side is left or the agreed turns are over (XF-WIN-01, XF-G86)."""
    left = list_sides_left(match)
    if len(left) < 2:
        last = left[0] if left else None
        how: How = "last side" if left else "nobody"
        ends = not was_end_declined(match, last)
        if ends and (
            yield from ask_match_end_and_record_refusal(match, last, WHY[how], rule="XF-WIN-01")
        ):
            end_match(match, how, (yield from determine_winner(match)))
            return True
    limit = int(match.option("turn_limit"))
    if is_turn_over and limit and match.turn >= limit:
        end_match(match, "turns", (yield from determine_winner(match)))
        return True
    return False


def determine_winner(match: Match) -> Asking[SideId | None]:
    """Return the winner: by VP, as the only side left, or as the players decide (XF-G85)."""
    left = list_sides_left(match)
    points_leader = find_points_leader(count_victory_points(match))
    match match.option("victory"):
        case "vp_lost":
            return points_leader
        case "last_side" if len(left) < 2:
            return left[0] if left else None
    return (yield from ask_winner(match, "XF-WIN-01", points_leader))


def end_match(match: Match, ending: How, winner: SideId | None) -> None:
    scores = tuple(count_victory_points(match).items())
    match.record(MatchEnded(how=ending, winner=winner, scores=scores, why=WHY[ending]))


def describe_match_status(match: Match) -> tuple[tuple[str, str], ...]:
    """Describe the losses of each side by kind, and any smoking wrecks (XF-WIN-03, XF-VEH-15)."""

    def count_disabled(side: SideId) -> int:
        return sum(match.has(unit, markers.DISABLED) for unit in match.units(side))

    wrecks = match.marked(markers.SMOKE)
    called = ", ".join(match.tag(one) for one in wrecks)
    return (
        *((word.capitalize(), describe_losses(match, how)) for word, how in KINDS.items()),
        ("Disabled", describe_each_side(match, count_disabled)),
        *((("Smoke", f"{len(wrecks)} · {called}"),) if wrecks else ()),
    )


END: Final = make_end_action(
    "XF-WIN-01",
    determine_winner,
    lambda match, won: end_match(match, "agreed", won),
    apply_delayed=lambda match: delayed_loss_and_wreck_resolution.apply_delayed_losses(
        match, includes_waiting_units=True
    ),
)
"""The action that ends a match. All delayed losses are applied first (XF-SHOOT-02)."""
