"""The status of a game: its turn, phases, acting sides, scores and end."""

from __future__ import annotations

from msgspec import Struct

from tracker.application.log.fact_descriptions import describe_end_reason
from tracker.application.match.game import Game
from tracker.application.match.victory_point_totals import count_victory_points
from tracker.procedures.ruleset import DueAction, Ruleset
from tracker.projection.match_state import State
from tracker.vocabulary.ruleset_display_names import Word
from tracker.vocabulary.subject_ids import SideId, is_figure, is_unit

DONE = "✓"
NOW = "▶"


class PhaseView(Struct, frozen=True):
    """A phase of the current turn. It is done, current or still to come."""

    word: str
    short: str
    is_done: bool = False
    is_current: bool = False


def list_turn_phases(state: State, rules: Ruleset) -> tuple[PhaseView, ...]:
    """List the phases of this turn in order or, before the first turn, those of the set-up."""
    words = {word.id: word for word in state.info.words.phases}
    order = [phase.id for phase in rules.phases]
    current = state.clock.phase
    before = frozenset(phase.id for phase in rules.phases if phase.opening)
    shown = [p for p in order if (p in before) == (state.clock.turn == 0)]
    index = shown.index(current) if current in shown else -1
    has_ended = state.current_values.ended is not None
    phase_words = (words.get(phase, Word(phase, phase)) for phase in shown)
    return tuple(
        PhaseView(
            word.word,
            word.short or word.word,
            is_done=i < index + has_ended,
            is_current=i == index and not has_ended,
        )
        for i, word in enumerate(phase_words)
    )


def name_side(state: State, side: SideId) -> str:
    return next((candidate.name for candidate in state.info.sides if candidate.id == side), side)


def describe_turn(state: State) -> str:
    """Describe the turn as ``turn 2``, ``set-up`` or ``over``."""
    if state.current_values.ended:
        return "over"
    return f"turn {state.clock.turn}" if state.clock.turn else "set-up"


def has_score(game: Game) -> bool:
    """Return whether the game has objectives or any side has points."""
    return bool(game.state.objectives) or any(points for _, points in list_side_scores(game))


def list_side_scores(game: Game) -> tuple[tuple[str, int], ...]:
    """List the name of each side's force with its victory points, so far or at the game's end."""
    state, points = game.state, count_victory_points(game.state, game.ruleset)
    return tuple((name_force(state, side.id), points[side.id]) for side in state.info.sides)


def name_force(state: State, side: SideId) -> str:
    """Return the name of a side's force, or the side's own name if the force has none.

    If both forces have the same name, the side's name comes first.
    """
    force, own = state.forces.get(side), name_side(state, side)
    if force is None or not force.name:
        return own
    same = sum(each.name == force.name for each in state.forces.values())
    return f"{own}, {force.name}" if same > 1 else force.name


def describe_game_end(state: State) -> str:
    """Describe how the game ended. Return "" if it has not ended."""
    end = state.current_values.ended
    if end is None:
        return ""
    who = f"Winner: {name_force(state, end.winner)}" if end.winner else "Drawn"
    reason = describe_end_reason(end)
    return f"{who} ({reason})" if reason else f"{who}."


def find_acting_side(game: Game) -> SideId | None:
    """Return the current side if it is due or no side is, or else the first side that is due.

    If there is neither, return the first side.
    """
    state, due = game.state, list_due_sides(game)
    clock_side = state.clock.side
    if clock_side is not None and (clock_side in due or not due):
        return clock_side
    sides = state.clock.order or tuple(side.id for side in state.info.sides)
    return due[0] if due else (sides[0] if sides else None)


def is_phase_alternating(game: Game) -> bool:
    """Return whether the sides act alternately, unit by unit, in the current phase."""
    phases = (phase for phase in game.ruleset.phases if phase.id == game.match.phase)
    return any(phase.order == "alternate" for phase in phases)


def list_due_sides(game: Game) -> list[SideId]:
    """List the sides of the subjects that are due now, in order, each side once."""
    due = (item for item in game.ruleset.due(game.match) if not item.at_phase_end)
    sides = (_find_side_due(game, item) for item in due)
    return [*dict.fromkeys(side for side in sides if side is not None)]


def _find_side_due(game: Game, item: DueAction) -> SideId | None:
    subject = item.subject
    if item.side is not None or subject is None:
        return item.side
    return game.match.side_of(subject) if is_unit(subject) or is_figure(subject) else None
