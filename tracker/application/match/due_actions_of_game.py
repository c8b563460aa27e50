"""The actions that units must take, or can still take, before the clock moves on."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from tracker.application.match.game import Game
from tracker.procedures.match_view import Match
from tracker.procedures.pieces.unit_activation import list_due_activations
from tracker.procedures.ruleset import DueAction
from tracker.vocabulary.count_wording import format_names, make_verb_plural
from tracker.vocabulary.events import ActionTaken
from tracker.vocabulary.subject_ids import UnitId, is_unit

MAX_NAMED: Final = 3


def list_due_actions_not_begun(game: Game, match: Match | None = None) -> list[DueAction]:
    """List the due actions. An action of a side or of the match is left out once it has begun.

    Optional actions are included only if players have taken them before.
    """
    begun = [game.history.lines[version - 1].event for version in game.state.current_values.open]
    open_actions = {(one.action, one.side) for one in begun if isinstance(one, ActionTaken)}
    due = [
        item
        for item in game.ruleset.due(match or game.match)
        if item.subject is not None or (item.action, item.side) not in open_actions
    ]
    optional = {item.action for item in due if item.optional}
    if not optional:
        return due
    unused = optional - {
        recorded.event.action
        for recorded in game.history.path
        if isinstance(recorded.event, ActionTaken)
    }
    return [item for item in due if item.action not in unused]


def list_actions_left_in_phase(game: Game) -> list[DueAction]:
    """List the actions due before the phase ends.

    Units that have not been activated are included.
    """
    due = list_due_actions_not_begun(game)
    listed = {item.subject for item in due}
    waiting = list_due_activations(game.ruleset, game.match)
    return [*due, *(item for item in waiting if item.subject not in listed)]


def list_actions_missed_by_phase_end(game: Game) -> list[DueAction]:
    """List the actions that players leave out if the phase ends now, and must confirm.

    In an unhurried phase, only compulsory actions are listed.
    """
    is_hurried = game.match.phase not in game.ruleset.keys.unhurried
    left = list_actions_left_in_phase(game)
    return [item for item in left if is_hurried or item.compulsory]


def describe_due_actions(match: Match, due: Iterable[DueAction]) -> str:
    """Describe which actions are due, as in ``Alpha and Bravo have not fired``."""
    names_by_predicate: dict[str, list[str]] = {}
    for item in due:
        subject = item.subject
        name = match.unit(UnitId(subject)).name if subject is not None and is_unit(subject) else ""
        is_named = bool(name) and item.why.startswith(f"{name} ")
        predicate = item.why.removeprefix(f"{name} ") if is_named else item.why
        names_by_predicate.setdefault(predicate, []).extend([name] if is_named else [])
    return "; ".join(
        _join_names_and_predicate(names, predicate)
        for predicate, names in names_by_predicate.items()
    )


def _join_names_and_predicate(names: list[str], predicate: str) -> str:
    if not names:
        return predicate
    more = len(names) - MAX_NAMED
    listed = [*names[:MAX_NAMED], f"{more} more"] if more > 0 else names
    return f"{format_names(listed)} {make_verb_plural(predicate) if names[1:] else predicate}"
