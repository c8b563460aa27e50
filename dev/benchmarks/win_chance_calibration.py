"""How good the chances to win are: what was said of games, and how they ended.

    python -m dev.benchmarks.win_chance_calibration [--games N] [--lines N] [--on N] [RULESET …]

Of each ruleset so many games are played by chance, once by those who choose as the forecast has
it and once by those who do whatever is legal next: they answer, and judge an end, no otherwise,
but do not care what they do. At lines early, midway and late in each, chances
are worked out from so many games played on. Then the same for the recorded games.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Iterator, Sequence
from math import nan, sqrt
from random import Random
from statistics import fmean, stdev
from typing import Final

from msgspec import Struct

from dev.benchmarks import Row
from tracker.application.book import Book
from tracker.application.demo.demo_games import (
    begin_demo_game,
    load_demo_games,
    play_all_demo_lines,
)
from tracker.application.match.game import Game
from tracker.application.win_probability.game_rollouts import (
    MAX_ENTRIES,
    TURNS,
    choose_winner_of_stopped_game,
    make_sensible_player,
    run_rollouts,
)
from tracker.application.win_probability.sampled_log_lines import choose_sampled_lines
from tracker.ledger.memory_store import MemoryStore
from tracker.procedures.installed_rulesets import load_playable_rulesets
from tracker.procedures.ruleset import Ruleset
from tracker.procedures.runners.random_play import RandomPlayer, choose_random_command
from tracker.testing.random_games import begin_random_game, play_random_input

GAMES: Final = 40
LINES: Final = 4
ON: Final = 30
UNKNOWING: Final = 0.25
"""The Brier score of who always says 50 %."""


class Forecast(Struct, frozen=True):
    """The chance of the first side at a line of a game (both counted from 0), and whether it won.

    The other side's is nearly the same said the other way round, so it is not counted again.
    """

    game: int
    line: int
    chance: float
    won: bool

    @property
    def off(self) -> float:
        """The square of what it was off."""
        return (self.chance - self.won) ** 2


def rows() -> Iterator[Row]:
    """A few games of each ruleset, played as the forecast has it: nothing to judge it by."""
    for name, rules in load_playable_rulesets().items():
        found = by_chance(rules, games=4, lines=3, on=15, careless=False)
        yield Row(f"{name}: Brier score of 12 chances to win in 4 games", brier(found), "")


def brier(found: Sequence[Forecast]) -> float:
    """The mean square of what forecasts were off: 0 knew it all."""
    return fmean(one.off for one in found)


def brier_error(found: Sequence[Forecast]) -> float:
    """Its standard error: from game to game, as forecasts in one game go wrong together."""
    games = {one.game for one in found}
    means = [fmean(one.off for one in found if one.game == game) for game in games]
    return stdev(means) / sqrt(len(means)) if len(means) > 1 else nan


def fifths(found: Iterable[Forecast]) -> list[tuple[int, int, float, float]]:
    """By fifths of the chance: the fifth (from 0), how many, the mean forecast, the share won."""
    rows: dict[int, list[Forecast]] = {}
    for one in found:
        rows.setdefault(min(int(one.chance * 5), 4), []).append(one)
    return [
        (fifth, len(each), fmean(one.chance for one in each), fmean(one.won for one in each))
        for fifth, each in sorted(rows.items())
    ]


def forecasts(game: Game, number: int, lines: int, on: int) -> list[Forecast]:
    """What is said of a game at so many of its lines, as evenly as they come; its end is none."""
    ended = game.state.current_values.ended
    winner = (
        ended.winner
        if ended is not None
        else choose_winner_of_stopped_game(game.ruleset, game.match)
    )
    found = []
    for place, line in enumerate(choose_sampled_lines(game, lines + 1)[:-1]):
        state = game.history.get_state_at(line.end)
        played = run_rollouts(game.ruleset, state, on, f"{number}/{line.end}")
        found.append(
            Forecast(number, place, played.get_win_chance(0), winner == game.match.sides[0])
        )
    return found


def by_chance(rules: Ruleset, games: int, lines: int, on: int, *, careless: bool) -> list[Forecast]:
    """Forecasts in games of sample forces, the same every time; one that comes to no end is
    judged as it stands.
    """
    found: list[Forecast] = []
    for number in range(games):
        rng = Random(f"{rules.id}/{number}")
        game = begin_random_game(rules, rng)
        player = make_sensible_player(rng)
        if careless:
            player = RandomPlayer(player.answer, choose_random_command)
        for _ in range(MAX_ENTRIES):
            too_long = game.pending is None and game.match.turn > TURNS
            if too_long or not play_random_input(game, rng, player):
                break
        found += forecasts(game, number, lines, on)
    return found


def in_recorded(lines: int, on: int) -> Iterator[tuple[str, list[Forecast]]]:
    """Forecasts in the games that come with the program, by the title of each."""
    for number, show in enumerate(load_demo_games()):
        title = show.setting.titles.finished
        game = play_all_demo_lines(begin_demo_game(Book(MemoryStore()), title, show), show)
        yield f"{game.ruleset.title}: {title}", forecasts(game, number, lines, on)


def told(title: str, found: Sequence[Forecast]) -> None:
    """Print the figures of some forecasts."""
    print(f"\n{title}: {len(found)} forecasts in {len({one.game for one in found})} games")
    print(f"  Brier {brier(found):.3f} ± {brier_error(found):.3f}; 50 % always: {UNKNOWING}")
    for place in sorted({one.line for one in found}):
        at = [one for one in found if one.line == place]
        print(f"  line {place + 1}: {brier(at):.3f} ± {brier_error(at):.3f}")
    for fifth, many, mean, won in fifths(found):
        error = sqrt(max(won * (1 - won), 0.25 / many) / many)
        said = f"{fifth * 20:3}–{fifth * 20 + 20:3} %"
        print(f"  said {said}: {many:4}, mean {mean:4.0%}, happened {won:4.0%} ± {error:.0%}")


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser()
    parser.add_argument("rulesets", nargs="*")
    for name, usual in (("--games", GAMES), ("--lines", LINES), ("--on", ON)):
        parser.add_argument(name, type=int, default=usual)
    said = parser.parse_args()
    for careless in (False, True):
        for name in said.rulesets or load_playable_rulesets():
            found = by_chance(
                load_playable_rulesets()[name], said.games, said.lines, said.on, careless=careless
            )
            told(
                f"{name}, {'doing whatever is legal' if careless else 'as the forecast plays'}",
                found,
            )
    if not said.rulesets:
        for title, found in in_recorded(said.lines, said.on):
            told(title, found)


if __name__ == "__main__":
    main()
