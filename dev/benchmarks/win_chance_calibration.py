"""Compares forecasts of who wins with how the games ended.

    python -m dev.benchmarks.win_chance_calibration [--games N] [--lines N] [--on N] [RULESET …]

For each ruleset, ``--games`` random games are played twice: by the players that the forecast
assumes, and by careless players, who choose any legal action. At ``--lines`` lines of each game,
the win probability is estimated from ``--on`` rollouts. The same is done for recorded games.
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
    MAX_TURNS,
    choose_winner_of_stopped_game,
    make_sensible_player,
    run_rollouts,
)
from tracker.application.win_probability.sampled_line_win_chances import choose_sampled_lines
from tracker.ledger.memory_store import MemoryStore
from tracker.procedures.installed_rulesets import load_playable_rulesets
from tracker.procedures.ruleset import Ruleset
from tracker.procedures.runners.random_play import RandomPlayer, choose_random_command
from tracker.testing.random_games import begin_random_game, play_random_input

GAMES: Final = 40
LINES: Final = 4
ROLLOUTS: Final = 30
COIN_BRIER: Final = 0.25
"""The Brier score of a forecast that is always 50 %."""


class Forecast(Struct, frozen=True):
    """The win probability of the first side at a line of a game, and whether this side won.

    Games and lines are counted from 0. The second side is left out, because its probability is
    nearly the complement.
    """

    game: int
    line: int
    probability: float
    won: bool

    @property
    def squared_error(self) -> float:
        """The square of the difference between the probability and the outcome (0 or 1)."""
        return (self.probability - self.won) ** 2


def measure_rows() -> Iterator[Row]:
    """Measure a few games of each ruleset. They are too few to judge the forecast."""
    for name, rules in load_playable_rulesets().items():
        forecasts = forecast_random_games(rules, games=4, lines=3, rollouts=15, careless=False)
        label = f"{name}: Brier score of 12 win probabilities in 4 games"
        yield Row(label, compute_brier(forecasts), "")


def compute_brier(forecasts: Sequence[Forecast]) -> float:
    """Return the Brier score, the mean squared error. 0 is perfect."""
    return fmean(forecast.squared_error for forecast in forecasts)


def compute_brier_error(forecasts: Sequence[Forecast]) -> float:
    """Return the standard error of the Brier score, or NaN for a single game.

    It is computed from the means of the games, because errors within a game are correlated.
    """
    games: dict[int, list[float]] = {}
    for forecast in forecasts:
        games.setdefault(forecast.game, []).append(forecast.squared_error)
    means = [fmean(errors) for errors in games.values()]
    return stdev(means) / sqrt(len(means)) if len(means) > 1 else nan


def group_by_fifth(forecasts: Iterable[Forecast]) -> list[tuple[int, int, float, float]]:
    """Group forecasts by fifths of the probability.

    Each group contains the number of its fifth (from 0), the number of forecasts, their mean
    probability and the share of wins.
    """
    groups: dict[int, list[Forecast]] = {}
    for forecast in forecasts:
        groups.setdefault(min(int(forecast.probability * 5), 4), []).append(forecast)
    return [
        (fifth, len(group), fmean(f.probability for f in group), fmean(f.won for f in group))
        for fifth, group in sorted(groups.items())
    ]


def forecast_game(game: Game, number: int, lines: int, rollouts: int) -> list[Forecast]:
    """Forecast a game at ``lines`` evenly spaced lines, without its end."""
    ended = game.state.current_values.ended
    winner = (
        ended.winner
        if ended is not None
        else choose_winner_of_stopped_game(game.ruleset, game.match)
    )
    won = winner == game.match.sides[0]
    forecasts = []
    for index, line in enumerate(choose_sampled_lines(game, lines + 1)[:-1]):
        state = game.history.get_state_at(line.end)
        results = run_rollouts(game.ruleset, state, rollouts, f"{number}/{line.end}")
        forecasts.append(Forecast(number, index, results.get_win_chance(0), won))
    return forecasts


def forecast_random_games(
    rules: Ruleset, games: int, lines: int, rollouts: int, *, careless: bool
) -> list[Forecast]:
    """Forecast random games of sample forces. The games are the same in every run.

    If a game does not end, the side that is ahead counts as the winner.
    """
    forecasts: list[Forecast] = []
    for number in range(games):
        rng = Random(f"{rules.id}/{number}")
        game = begin_random_game(rules, rng)
        player = make_sensible_player(rng)
        if careless:
            player = RandomPlayer(player.answer, choose_random_command)
        for _ in range(MAX_ENTRIES):
            too_long = game.pending is None and game.match.turn > MAX_TURNS
            if too_long or not play_random_input(game, rng, player):
                break
        forecasts += forecast_game(game, number, lines, rollouts)
    return forecasts


def forecast_recorded_games(lines: int, rollouts: int) -> Iterator[tuple[str, list[Forecast]]]:
    """Yield the title and the forecasts of each recorded game."""
    for number, demo in enumerate(load_demo_games()):
        title = demo.setting.titles.finished
        game = play_all_demo_lines(begin_demo_game(Book(MemoryStore()), title, demo), demo)
        yield f"{game.ruleset.title}: {title}", forecast_game(game, number, lines, rollouts)


def print_report(title: str, forecasts: Sequence[Forecast]) -> None:
    games = len({forecast.game for forecast in forecasts})
    print(f"\n{title}: {len(forecasts)} forecasts in {games} games")
    print(f"  Brier {_format_brier(forecasts)}; always 50 %: {COIN_BRIER}")
    for line in sorted({forecast.line for forecast in forecasts}):
        at_line = [forecast for forecast in forecasts if forecast.line == line]
        print(f"  line {line + 1}: {_format_brier(at_line)}")
    for fifth, count, mean, won in group_by_fifth(forecasts):
        error = sqrt(max(won * (1 - won), 0.25 / count) / count)
        group = f"{fifth * 20:3}–{fifth * 20 + 20:3} %"
        print(f"  forecast {group}: {count:4}, mean {mean:4.0%}, won {won:4.0%} ± {error:.0%}")


def _format_brier(forecasts: Sequence[Forecast]) -> str:
    return f"{compute_brier(forecasts):.3f} ± {compute_brier_error(forecasts):.3f}"


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("rulesets", nargs="*")
    for name, default in (("--games", GAMES), ("--lines", LINES), ("--on", ROLLOUTS)):
        parser.add_argument(name, type=int, default=default)
    options = parser.parse_args()
    for careless in (False, True):
        for name in options.rulesets or load_playable_rulesets():
            rules = load_playable_rulesets()[name]
            forecasts = forecast_random_games(
                rules, options.games, options.lines, options.on, careless=careless
            )
            players = "careless players" if careless else "players as in the forecast"
            print_report(f"{name}, {players}", forecasts)
    if not options.rulesets:
        for title, forecasts in forecast_recorded_games(options.lines, options.on):
            print_report(title, forecasts)


if __name__ == "__main__":
    main()
