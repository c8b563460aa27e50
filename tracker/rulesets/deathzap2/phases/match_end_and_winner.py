"""The end of a match and its winner (DZ-WIN, DZ-TURN-01)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final, Literal, get_args

from msgspec import Struct

from tracker.procedures.declared.actorless_line_forms import WordForm
from tracker.procedures.declared.line_reader import SIDE
from tracker.procedures.match_view import Match, UnknownName
from tracker.procedures.pieces.match_endings import (
    ask_match_end_and_record_refusal,
    clear_declined_end,
    find_points_leader,
    list_sides_left,
    make_end_argument,
    make_outcome_argument,
    was_end_declined,
)
from tracker.procedures.pieces.objectives_and_awards import (
    OBJECTIVE,
    find_side_in_lead,
    make_award_action,
)
from tracker.procedures.requests import Asking, call_stage, continue_with
from tracker.procedures.ruleset import Action, Objection
from tracker.rulesets.deathzap2.data import markers, rule_tables, unit_profiles
from tracker.rulesets.deathzap2.phases import mission_objectives, phase_end_losses_and_panic
from tracker.rulesets.deathzap2.phases.objective_counters_and_scoring import (
    COUNTERS,
    list_award_objections,
    score_end_objectives,
)
from tracker.vocabulary.events import MatchEnded
from tracker.vocabulary.subject_ids import SideId


def end_match_if_over(match: Match, is_turn_over: bool) -> Asking[bool]:
    """End the match if it is over after a phase, and return whether it is.

    ``is_turn_over`` says that no other phase follows in this turn.
    """
    if match.ended is not None or not match.turn:
        return match.ended is not None
    last = is_turn_over and match.turn >= rule_tables.TURNS
    if match.option("game") == "basic":
        return (yield from call_stage(end_basic_game_if_over, is_turn_over, last))
    return (yield from call_stage(end_advanced_game_if_over, last))


def end_basic_game_if_over(match: Match, is_turn_over: bool, is_last_turn: bool) -> Asking[bool]:
    """End a basic game if it is over, and return whether it is.

    If a side has only panicked units, the players can decline the end (DZ-WIN-01).
    """
    if is_turn_over or match.option("basic_win_check") == "each_phase":
        beaten = tuple(
            side
            for side in match.sides
            if all(match.has(unit, markers.PANICKED) for unit in match.units(side))
        )
        if not beaten:
            clear_declined_end(match)
        else:
            winner = find_side_not_beaten(match, beaten)
            left = {side: "only panic" if match.units(side) else "nobody" for side in beaten}
            why = " and ".join(
                f"{who} is left of {match.side_name(side)}" for side, who in left.items()
            )
            if (yield from call_stage(offer_match_end_unless_declined, winner, why, "DZ-WIN-01")):
                end_match(match, "panic", winner, why)
                return True
    if is_last_turn:
        end_match_at_time_limit(match, "turns", "six turns are over and neither side is beaten")
    return is_last_turn


def find_side_not_beaten(match: Match, beaten_sides: tuple[SideId, ...]) -> SideId | None:
    if len(beaten_sides) == 1:
        return match.other(beaten_sides[0])
    left = list_sides_left(match)
    return left[0] if len(left) == 1 else None


def end_match_at_time_limit(match: Match, ending: str, reason_text: str) -> None:
    """End a basic game whose time is up before any side is beaten (DZ-G47)."""
    winner = None
    if match.option("basic_timeout") == "fewest_points_lost":
        winner = find_points_leader({one: -count_points_lost(match, one) for one in match.sides})
    end_match(match, ending, winner, reason_text)


def count_points_lost(match: Match, side: SideId) -> int:
    return sum(
        unit_profiles.get_profile(match, figure).cost
        for figure in match.all_figures(side)
        if match.figure(figure).gone is not None
    )


def end_advanced_game_if_over(match: Match, is_last_turn: bool) -> Asking[bool]:
    """End an advanced game after six turns, and return whether it is over.

    If a side is wiped out, the players can end it earlier (DZ-WIN-02, DZ-G48).
    """
    mission_objectives.score_objectives_for_removals(match)
    if is_last_turn:
        return continue_with(score_objectives_and_end_match, match, "turns", "six turns are over")
    wiped_out = tuple(side for side in match.sides if not match.units(side))
    if wiped_out and match.option("advanced_early_end") == "offer":
        why = f"nobody is left of {' and '.join(map(match.side_name, wiped_out))}"
        if (yield from call_stage(offer_match_end_unless_declined, None, why, "DZ-WIN-02")):
            return continue_with(score_objectives_and_end_match, match, "wiped out", why)
    return False


def score_objectives_and_end_match(match: Match, ending: str, reason_text: str) -> Asking[bool]:
    """Score all end objectives. The side with more points wins, and a tie is a draw (DZ-WIN-10)."""
    yield from call_stage(score_end_objectives)
    end_match(match, ending, find_side_in_lead(match), reason_text)
    return True


def offer_match_end_unless_declined(
    match: Match, winner: SideId | None, reason_text: str, rule: str
) -> Asking[bool]:
    if was_end_declined(match, winner):
        return False
    return (yield from ask_match_end_and_record_refusal(match, winner, reason_text, rule=rule))


def end_match(match: Match, ending: str, winner: SideId | None, reason_text: str) -> None:
    scores = tuple((side, match.points(side)) for side in match.sides)
    match.record(MatchEnded(how=ending, winner=winner, scores=scores, why=reason_text))


How = Literal["time", "conceded"]


class EndMatch(Struct, frozen=True):
    """The command to end a match early, because time is up or a side concedes.

    If time is up, the players can name the winner, agree on a draw, or have the match scored.
    """

    how: How = "time"
    draw: bool = False


def resolve_match_end(match: Match, side: SideId | None, params: EndMatch) -> Asking[None]:
    """Remove the fallen figures (DZ-SHOOT-12), then end the match by agreement or concession."""
    match.record(*phase_end_losses_and_panic.make_delayed_loss_facts(match))
    if params.how == "conceded" and side is not None:
        end_match(match, "conceded", match.other(side), f"{match.side_name(side)} gave up")
    elif side is not None or params.draw:
        end_match(match, "time", None if params.draw else side, "the players agreed")
    elif match.option("game") == "basic":
        end_match_at_time_limit(match, "time", "the players ran out of time")
    else:
        yield from call_stage(score_objectives_and_end_match, "time", "the players ran out of time")


def list_match_end_objections(
    match: Match, _: SideId | None, params: EndMatch
) -> Iterator[Objection]:
    if match.ended is None and params.how != "conceded":
        yield Objection("early", "DZ-TURN-01", "the game has not yet lasted six turns")


def refuse_concession_without_side(_: Match, values: Mapping[str, Any]) -> None:
    if values.get("how") == "conceded":
        raise UnknownName("name the side that concedes, as in `end conceded red`")


END: Final = Action(
    id="end",
    word="end the game",
    params=EndMatch,
    stage=resolve_match_end,
    objections=list_match_end_objections,
    form=WordForm(
        "end",
        (make_end_argument(get_args(How)), make_outcome_argument(SIDE)),
        of=refuse_concession_without_side,
    ),
    any_time=True,
)
ACTIONS: Final = (OBJECTIVE, COUNTERS, make_award_action(list_award_objections), END)
