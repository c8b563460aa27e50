"""Chances of a game worked out, and kept as they come."""

from __future__ import annotations

from collections.abc import Callable

from tracker.application.match.game import Game
from tracker.application.win_probability.probability_cache import keep, read_known
from tracker.application.win_probability.sampled_lines import (
    GAMES,
    MOST,
    WinChances,
    choose_moments,
    must_be_over,
    work_out,
)


def compute_winning(
    game: Game,
    games: int = GAMES,
    most: int = MOST,
    progress: Callable[[int, int], None] | None = None,
) -> WinChances:
    """The chances at the moments of a game, those that are kept and the rest.

    What is worked out is kept line by line: who stops it loses nothing. ``progress`` is told how
    many lines are done, and of how many. Raises ``Refused`` for a game that goes on.
    """
    must_be_over(game)
    found = read_known(game, games)
    had = {each.line: each for each in found.lines}
    total = sum(line.number not in had for line in choose_moments(game, most))
    for done, one in enumerate(work_out(game, games, most, had), start=1):
        lines = sorted((*found.lines, one), key=lambda each: each.line)
        found = WinChances(found.sides, tuple(lines))
        keep(game, found.lines, games)
        if progress is not None:
            progress(done, total)
    return found
