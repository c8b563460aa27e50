"""Builds the phases of a game file, with their tests and the conditions that end the game."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any, Final

from tracker.gamefile import game_file_step_execution as step_execution
from tracker.gamefile.expression_context import (
    ActionContext,
    Situation,
    make_alternating_activation,
    make_unit_situation,
)
from tracker.gamefile.game_definition import GameDefinition, PhaseDefinition, TestDefinition
from tracker.gamefile.game_file_field_reader import ZERO
from tracker.procedures.match_view import Match
from tracker.procedures.pieces.first_side_selection import record_first_side
from tracker.procedures.pieces.match_endings import (
    ask_match_end_and_record_refusal,
    clear_declined_end,
    make_end_action,
)
from tracker.procedures.pieces.objectives_and_awards import find_side_in_lead
from tracker.procedures.pieces.phase_flow import PhaseFlow
from tracker.procedures.pieces.roll_offs import resolve_roll_off
from tracker.procedures.pieces.unit_activation import begin_alternating_phase
from tracker.procedures.requests import Asking, call_stage
from tracker.procedures.ruleset import Action, Order, Phase
from tracker.vocabulary.count_wording import format_count
from tracker.vocabulary.events import MatchEnded
from tracker.vocabulary.subject_ids import SideId

ORDERS: Final[Mapping[str, Order]] = {
    "both": "both",
    "sides": "sides",
    "turns": "active",
    "alternating": "alternate",
    "drawn": "alternate",
}
MAX_TURNS: Final = 99


def build_phase_flow(game: GameDefinition) -> PhaseFlow:
    return PhaseFlow(
        before=tuple(_build_phase(game, phase) for phase in game.phases if phase.opening),
        turn=tuple(_build_phase(game, phase) for phase in game.phases if not phase.opening),
        finish=partial(end_match_if_over, game),
    )


def make_game_end_action(game: GameDefinition) -> Action[Any]:
    return make_end_action(
        game.end.rule,
        partial(_score_objectives_and_find_winner, game),
        lambda match, winner: match.record(
            MatchEnded(how="agreed", winner=winner, why="the players ended it")
        ),
    )


def _build_phase(game: GameDefinition, phase: PhaseDefinition) -> Phase:
    last = game.phases[-1] == phase
    due = tuple(
        test for test in game.tests if phase.id in test.when or (last and "turn" in test.when)
    )
    begins = tuple(test for test in due if test.begins)
    todo = tuple(test for test in due if not test.begins)
    enters = begins or phase.first is not None or phase.order in {"alternating", "drawn"}
    return Phase(
        phase.id,
        phase.word,
        order=ORDERS[phase.order],
        enter=partial(_enter_phase, game, phase, begins) if enters else None,
        leave=partial(_leave_phase, game, todo) if todo or last else None,
        opening=phase.opening,
    )


def _enter_phase(
    game: GameDefinition, phase: PhaseDefinition, tests: tuple[TestDefinition, ...], match: Match
) -> Asking[None]:
    yield from call_stage(step_execution.run_due_tests, game, tests)
    if phase.first is not None:
        record_first_side(match, (yield from resolve_roll_off(match, phase.first)))
    if phase.order == "alternating":
        begin_alternating_phase(match)
    if phase.draw is not None:
        yield from call_stage(make_alternating_activation(game).go_on)


def _leave_phase(
    game: GameDefinition, tests: tuple[TestDefinition, ...], match: Match
) -> Asking[None]:
    yield from call_stage(step_execution.run_due_tests, game, tests)
    if game.objectives and not game.objectives.at_end and _is_last_part_of_turn(game, match):
        yield from call_stage(step_execution.ask_and_score_objectives, game.objectives)


def _is_last_part_of_turn(game: GameDefinition, match: Match) -> bool:
    last = game.phases[-1]
    whole = last.order != "turns" or match.clock.side == (match.clock.order or match.sides)[-1]
    return match.phase == last.id and whole


def end_match_if_over(game: GameDefinition, match: Match) -> Asking[bool]:
    """After a phase, end the game if it is over, and return whether it is over."""
    end = game.end
    standing = [side for side in match.sides if _is_side_still_playing(game, match, side)]
    if end.last_side and len(standing) < 2:
        last = standing[0] if standing else None
        match.record(MatchEnded(how="last standing", winner=last, why="nobody else is left"))
        return True
    if not _is_last_part_of_turn(game, match):
        return False
    now = Situation(game, match, ActionContext(match.sides[0]))
    first = find_side_in_lead(match)
    most = max(map(match.points, match.sides))
    goal = None if end.points is None else now.evaluate_as_integer(end.points)
    why = ""
    if first is not None and goal is not None and most >= goal:
        why = format_count(most, "point")
    elif match.turn >= min(now.evaluate_as_integer(end.turns), MAX_TURNS):
        why = format_count(match.turn, "turn")
    elif end.dice:
        why = yield from step_execution.roll_for_game_end(match, game, end)
    if not why:
        return False
    if end.offered and not (
        yield from ask_match_end_and_record_refusal(match, first, why, rule=end.rule)
    ):
        clear_declined_end(match)
        return False
    winner = yield from _score_objectives_and_find_winner(game, match)
    match.record(
        MatchEnded(how="turns", winner=winner, why=f"{why}{_break_tie_on_points(game, match)[1]}")
    )
    return True


def _is_side_still_playing(game: GameDefinition, match: Match, side: SideId) -> bool:
    out = game.end.out or ZERO
    return not all(
        make_unit_situation(game, match, unit).evaluate_as_integer(out)
        for unit in match.units(side)
    )


def _score_objectives_and_find_winner(game: GameDefinition, match: Match) -> Asking[SideId | None]:
    """Score objectives that count at the game's end, and return the winner, or None for a draw."""
    if game.objectives and game.objectives.at_end:
        yield from call_stage(step_execution.ask_and_score_objectives, game.objectives)
    return find_side_in_lead(match) or _break_tie_on_points(game, match)[0]


def _break_tie_on_points(game: GameDefinition, match: Match) -> tuple[SideId | None, str]:
    """Return the side that wins a tie on points, and the reason: ``, figures left 7 : 4``.

    Without a tie, or if the tie remains, return None and "".
    """
    for word, tie in () if find_side_in_lead(match) else game.end.ties:
        contexts = map(ActionContext, match.sides)
        counts = [Situation(game, match, one).evaluate_as_integer(tie) for one in contexts]
        if counts.count(max(counts)) == 1:
            leader = match.sides[counts.index(max(counts))]
            return leader, f", {word} {' : '.join(map(str, counts))}"
    return None, ""
