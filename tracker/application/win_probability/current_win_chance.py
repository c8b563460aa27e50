"""Computes each side's chance to win a running game, from public information only.

When it is run as a program, this module prints the chances of one game as JSON. The server runs it
as a separate process, so that the server stays fast.
"""

from __future__ import annotations

import sys
from contextlib import suppress
from typing import Final

import msgspec
from msgspec import Struct

from tracker.application.errors import LedgerError, Refused
from tracker.application.log.game_log_lines import list_log_lines
from tracker.application.match.game import Game
from tracker.application.win_probability.game_rollouts import RolloutResult, run_rollouts
from tracker.application.win_probability.win_chance_process import (
    lower_priority_and_end_with_parent,
)
from tracker.projection.hidden_information import copy_without_hidden_markers
from tracker.vocabulary.events import Noted, Version

NOWHERE: Final = 0
GAMES: Final = 50
"""The number of simulated games. Few are enough, because the next line changes the chances."""


class CurrentWinChance(Struct, frozen=True):
    """The results of games simulated from a given version. ``line`` is the last log line."""

    version: Version
    line: int
    played: RolloutResult


def find_last_version_between_actions(game: Game) -> Version:
    """Return the last version between actions.

    Before turn 1 and after the end of the game, return ``NOWHERE``.
    """
    state = game.state
    if state.current_values.ended is not None or not state.clock.turn:
        return NOWHERE
    until = state.current_values.open[0] if state.current_values.open else game.version + 1
    lines = reversed(game.history.path)
    played = (one for one in lines if one.version < until and not isinstance(one.event, Noted))
    return next((one.version for one in played), NOWHERE)


def compute_current_win_chance(game: Game, simulated_games: int = GAMES) -> CurrentWinChance | None:
    """Compute the chances at the last version between actions, or return None if there is none.

    Face-down values do not affect the chances.
    """
    version = find_last_version_between_actions(game)
    if version == NOWHERE:
        return None
    history = game.get_public_game().history
    state = copy_without_hidden_markers(history.get_state_at(version))
    played = run_rollouts(
        game.ruleset, state, simulated_games, f"{game.stream}/{version}", stop_when_precise=True
    )
    lines = reversed([one for one in list_log_lines(history) if one.kind != "taken back"])
    line = next((one.number for one in lines if one.end <= version), 0)
    return CurrentWinChance(version, line, played)


def print_current_win_chance(stream: str, parent_pid: str) -> None:
    """Print the chances in a game as JSON. ``WARLEDGER_DB`` names the ledger."""
    from tracker.application.book import open_book

    lower_priority_and_end_with_parent(int(parent_pid))
    with suppress(LedgerError, Refused), open_book(only_reading=True) as book:
        sys.stdout.buffer.write(
            msgspec.json.encode(compute_current_win_chance(book.open_game(stream)))
        )


if __name__ == "__main__":
    print_current_win_chance(*sys.argv[1:3])
