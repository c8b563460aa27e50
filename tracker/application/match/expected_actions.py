"""The actions that are expected of units before the clock moves on."""

from __future__ import annotations

from tracker.application.match.game import Game
from tracker.procedures.match_view import Match
from tracker.procedures.ruleset import DueAction
from tracker.vocabulary.events import ActionTaken


def list_expected_actions(game: Game, match: Match | None = None) -> list[DueAction]:
    """List the actions due in the game, or in this state of it.

    Optional ones are included only if this game has used them.
    """
    due = game.ruleset.due(match or game.match)
    optional = {item.action for item in due if item.optional}
    if not optional:
        return [*due]
    unused = optional - {
        recorded.event.action
        for recorded in game.history.path
        if isinstance(recorded.event, ActionTaken)
    }
    return [item for item in due if item.action not in unused]
