"""Skips phases and closes open actions at the players' request."""

from __future__ import annotations

from collections.abc import Iterator

from tracker.application.correcting.history_rewrite import require_no_lines_to_replay
from tracker.application.errors import NothingToChange, Refused
from tracker.application.match.game import Game
from tracker.application.match.match_entries import BY_HAND, LEFT_UNDONE, SKIPPED, MatchEntry
from tracker.application.typed_lines.named_question_replies import describe_open_question
from tracker.procedures.ruleset import Command
from tracker.vocabulary import events as ev

MAX_STEPS = 12


def close_open_actions(game: Game, reason: str = "") -> list[MatchEntry]:
    """End all open actions by hand, even if they have open questions. No automatic steps follow.

    Raises ``Refused`` if a correction still has lines to replay after the open question.
    """
    require_no_lines_to_replay(game)
    found: list[MatchEntry] = []
    with game.entry_context.pause_automatic_steps():
        while game.pending is not None and len(found) < MAX_STEPS:
            why = reason or f"{LEFT_UNDONE}: {describe_open_question(game)}"
            found += game.adjust_by_hand((), why, ends_action=True)
    return found


def is_open_question_of_automatic_step(game: Game) -> bool:
    """Return whether the open question belongs to an automatic step or to the end of a phase, and
    not to a player's action.
    """
    if game.pending is None:
        return False
    outermost = game.history.get_entry_beginning_at(game.state.current_values.open[0])
    return outermost.is_automatic or game.state.current_values.doing[0] == ev.NEXT


def do_facts_change_turn_or_phase(game: Game, facts: tuple[ev.AnyFact, ...]) -> bool:
    """Return whether any of the facts begins a turn or phase, or sets the side that acts first."""
    clock = game.match.clock
    return any(
        isinstance(fact, ev.TurnBegan)
        or (isinstance(fact, ev.PhaseBegan) and fact.phase != clock.phase)
        or (isinstance(fact, ev.PhaseBegan) and bool(fact.order) and not clock.order)
        for fact in facts
    )


def skip_phase(game: Game, phase: str, reason: str = "") -> Iterator[list[MatchEntry]]:
    """Play on until the given phase is over, and yield the entries of each step.

    Questions at the end of the phase are skipped. Raises ``NothingToChange`` if another phase is in
    progress, and ``Refused`` if a question must be answered first.
    """
    if game.match.phase != phase:
        raise NothingToChange(f"There is nothing to skip: this is {name_current_phase(game)}.")
    word = name_current_phase(game)
    if game.pending is not None and game.state.current_values.doing[0] == ev.NEXT:
        yield _skip_phase_end(game, reason)
        return
    for _ in range(MAX_STEPS):
        if game.match.phase != phase or game.match.ended is not None:
            return
        if game.pending is not None and game.state.current_values.doing[0] == ev.NEXT:
            raise Refused(f"To end {word}, answer this question: {describe_open_question(game)}.")
        yield _close_actions_and_continue(
            game, reason or f"{word.removesuffix(' phase')} {SKIPPED}"
        )
    raise Refused(f"To end {word}, type `next`. It cannot be skipped.")


def _skip_phase_end(game: Game, reason: str) -> list[MatchEntry]:
    clock = game.ruleset.setting_right.clock
    if clock is None:
        raise Refused(f"To end {name_current_phase(game)}, answer the open question.")
    found = close_open_actions(game, reason)
    facts, left = clock.make_phase_advance_facts(game.match)
    because = "; ".join(filter(None, (reason, f"not done: {', '.join(left)}" if left else "")))
    return [*found, *game.adjust_by_hand(facts, because or BY_HAND), *game.run_automatic_steps()]


def _close_actions_and_continue(game: Game, reason: str) -> list[MatchEntry]:
    """Close open actions. If none was open, or if they would begin again automatically, play
    ``next``.
    """
    doing = set(game.state.current_values.doing)
    found = close_open_actions(game, reason)
    begins = game.ruleset.automatic(game.match)
    if found and (begins is None or begins.action not in doing):
        return [*found, *game.run_automatic_steps()]
    command = Command(ev.NEXT, game.match.clock.side, {})
    return [*found, *game.take_action_and_automatic_steps(command, override_reason=reason)]


def find_automatic_start_of_action(game: Game, action: str) -> ev.Version | None:
    """Return the version at which an open ``action`` began automatically, or None if it did not."""
    if game.pending is None:
        return None
    begun = game.history.get_entry_beginning_at(game.pending.action)
    same = isinstance(begun.input, ev.ActionTaken) and begun.input.action == action
    return begun.version if same and begun.is_automatic else None


def name_current_phase(game: Game) -> str:
    phase = game.match.phase
    words = {word.id: word.word for word in game.state.info.words.phases}
    return f"the {words.get(phase, phase)} phase"
