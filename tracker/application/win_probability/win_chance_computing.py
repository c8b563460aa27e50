"""Computes a game's chances, and saves them one by one."""

from __future__ import annotations

from collections.abc import Callable

from tracker.application.match.game import Game
from tracker.application.win_probability.probability_cache import (
    read_cached_chances,
    save_chances_to_cache,
)
from tracker.application.win_probability.sampled_log_lines import (
    DEFAULT_MAX_LINES,
    GAMES,
    WinChances,
    build_win_chances,
    choose_sampled_lines,
    compute_missing_chances,
    require_finished_game,
)


def compute_win_chances(
    game: Game,
    simulated_games: int = GAMES,
    max_lines: int = DEFAULT_MAX_LINES,
    progress: Callable[[int, int], None] | None = None,
) -> WinChances:
    """Return the chances at a game's sampled lines, from the cache or newly computed.

    Results are saved line by line, so stopping loses nothing. ``progress`` is called with the
    number of computed lines and their total. Raises ``Refused`` for a running game.
    """
    require_finished_game(game)
    found = read_cached_chances(game, simulated_games)
    had = {each.line: each for each in found.lines}
    total = sum(line.number not in had for line in choose_sampled_lines(game, max_lines))
    for done, one in enumerate(
        compute_missing_chances(game, simulated_games, max_lines, had), start=1
    ):
        found = build_win_chances(game, (*found.lines, one))
        save_chances_to_cache(game, found.lines, simulated_games)
        if progress is not None:
            progress(done, total)
    return found
