"""Chances of a game worked out, and kept as they come."""

from __future__ import annotations

from tracker.application.match.game import Game
from tracker.application.winning.kept import keep, known
from tracker.application.winning.lines import GAMES, MOST, Winning, must_be_over, work_out


def worked_out(game: Game, games: int = GAMES, most: int = MOST) -> Winning:
    """The chances at the moments of a game, those that are kept and the rest.

    What is worked out is kept line by line: who stops it loses nothing. Raises ``Refused`` for a
    game that goes on.
    """
    must_be_over(game)
    found = known(game, games)
    for one in work_out(game, games, most, {each.line: each for each in found.lines}):
        lines = sorted((*found.lines, one), key=lambda each: each.line)
        found = Winning(found.sides, tuple(lines))
        keep(game, found.lines, games)
    return found
