"""The replay check, which replays all inputs of a match under the current rules."""

from __future__ import annotations

from itertools import groupby

from msgspec import Struct

from tracker.application.match.game import Game, require_installed_rules
from tracker.procedures.match_view import UnknownName
from tracker.procedures.runners.live_table_runner import ReplayMismatch, TableRunner
from tracker.projection.match_state import State


class ReplayDifference(Struct, frozen=True):
    """The first line at which the current rules give a different result than the one recorded."""

    line: int
    text: str


def find_first_replay_difference(game: Game) -> ReplayDifference | None:
    """Replay a game under the current rules. Return the first difference, or None if there is none.

    The record remains valid: a difference only shows that the code of the rules has changed. Raises
    ``Refused`` if the rules are not installed.
    """
    require_installed_rules(game.ruleset)
    table = TableRunner(game.ruleset, State())
    for version, lines in groupby(game.history.path, key=lambda line: line.entry):
        try:
            table.replay_events(lines)
        except (ReplayMismatch, UnknownName, LookupError, ValueError, TypeError) as error:
            return ReplayDifference(game.history.get_line_number(version), str(error))
    return None
