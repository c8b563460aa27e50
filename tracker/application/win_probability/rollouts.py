"""A game played on from where it stood, many times, by chance: how often each side won."""

from __future__ import annotations

import math
from random import Random

from msgspec import Struct

from tracker.application.win_probability.rollout_choices import find_leader, make_sensible_player
from tracker.procedures.ruleset import Ruleset
from tracker.procedures.runners.play import choose_next_input
from tracker.procedures.runners.table import Table
from tracker.projection.state import State
from tracker.vocabulary.names import SideId

TURNS = 10
"""Turns after which a game that has not ended is stopped, and judged as it stands then."""
LONGEST = 1500
"""Entries after which it is stopped anyhow."""


class PlayedOut(Struct, frozen=True):
    """What games came to: how many each side ``won``, in the order of the sides, and the rest.

    ``judged`` are those among all that went on too long and were judged as they stood then.
    """

    won: tuple[int, ...]
    drawn: int
    judged: int = 0

    @property
    def games(self) -> int:
        return sum(self.won) + self.drawn

    def chance(self, side: int) -> float:
        """The chance that a side wins, from 0 to 1."""
        return self.won[side] / self.games

    def error(self, side: int) -> float:
        """The standard error of its chance.

        Half a game is added to won and not won, so that none of a hundred is not as certain as
        none of a million.
        """
        games = self.games + 1
        likely = (self.won[side] + 0.5) / games
        return math.sqrt(likely * (1 - likely) / games)


def play_out(rules: Ruleset, state: State, games: int, seed: str) -> PlayedOut:
    """Play on from a state in which no action is open; the same seed plays the same games."""
    sides = [side.id for side in state.info.sides]
    if state.now.ended is not None:
        winner = state.now.ended.winner
        return PlayedOut(tuple(games * (side == winner) for side in sides), games * (not winner))
    won = dict.fromkeys(sides, 0)
    judged = 0
    for number in range(games):
        winner, ended = _winner(rules, state.fork(), Random(f"{seed}/{number}"))
        judged += not ended
        if winner is not None:
            won[winner] += 1
    return PlayedOut(tuple(won.values()), games - sum(won.values()), judged)


def _winner(rules: Ruleset, state: State, rng: Random) -> tuple[SideId | None, bool]:
    """Who wins one game (nobody: drawn), and whether it came to its end."""
    table = Table(rules, state)
    players = make_sensible_player(rng)
    last = table.match.turn + TURNS
    version = 1 << 30  # of no line that was ever written
    for _ in range(LONGEST):
        if table.pending is None:
            if table.match.turn > last:
                break
            table.match.record(*rules.ruled(table.match))
        event = choose_next_input(rules, table, rng, players)
        if event is None:
            break
        version += 1 + len(table.feed_input(event, version))
    ended = table.state.now.ended
    if ended is not None:
        return ended.winner, True
    return find_leader(rules, table.match), False
