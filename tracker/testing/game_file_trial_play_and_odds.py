"""Plays a trial game for the author of a game file, and computes the odds of its first attack."""

from __future__ import annotations

import random
from typing import NamedTuple

from tracker.application.chances.action_forecast_types import Forecast
from tracker.application.chances.action_odds import forecast_action
from tracker.application.log.game_log_lines import list_log_lines
from tracker.application.match.game import Game
from tracker.input_parsing.line_syntax_tree import format_line
from tracker.procedures.ruleset import Command, Ruleset
from tracker.testing.random_games import begin_random_game, play_random_input
from tracker.vocabulary import events as ev

MAX_ENTRIES = 600
"""The maximum number of entries in a trial game."""


class TrialGame(NamedTuple):
    """The log of a trial game, its first action with dice, and that action's odds."""

    log: list[str]
    line: str
    odds: Forecast | None


def play_trial_game_with_odds(rules: Ruleset, seed: int) -> TrialGame:
    """Play a random game between two sample forces, and forecast its first action with dice."""
    rng = random.Random(seed)
    game = begin_random_game(rules, rng)
    line, odds = "", None
    for _ in range(MAX_ENTRIES):
        before = game.make_sandbox() if odds is None and game.pending is None else None
        if not play_random_input(game, rng):
            break
        taken = None if before is None else _get_last_input_if_attack(game)
        if before is not None and taken is not None:
            line = format_line(rules.line_translator.make_line(before.match, taken))
            odds = forecast_action(before, Command(taken.action, taken.side, taken.params))
    return TrialGame([entry.text for entry in list_log_lines(game.history)], line, odds)


def _get_last_input_if_attack(game: Game) -> ev.ActionTaken | None:
    """Return the game's last manual action, or None if the last input is no action with dice."""
    entries = game.history.iterate_path_entries_backwards()
    taken = next((entry.input for entry in entries if not entry.is_automatic), None)
    if isinstance(taken, ev.ActionTaken) and game.ruleset.actions[taken.action].rolls:
        return taken
    return None
