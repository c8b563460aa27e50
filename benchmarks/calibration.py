"""How good the chances to win are: forecasts in games by chance, and how those games ended.

    python -m benchmarks.calibration [GAMES] [PLAYED_ON]

GAMES of each ruleset are played by chance; at four moments of each, chances are worked out from
PLAYED_ON games. Then the same for the recorded games that come with the program.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Sequence
from random import Random

from msgspec import Struct

from tracker.application.book import Book
from tracker.application.demo.shown import begin, play_all, shows
from tracker.application.match.game import Game
from tracker.application.match.score import points_in
from tracker.application.winning.lines import moments
from tracker.application.winning.playing_on import LONGEST, play_out
from tracker.ledger.memory import MemoryStore
from tracker.procedures.installed import registered
from tracker.procedures.ruleset import Ruleset
from tracker.testing.games import random_game, say_something

GAMES = 40
PLAYED_ON = 40
MOMENTS = 4


class Forecast(Struct, frozen=True):
    """The chance of a side at a moment (from 0), and whether it came to win."""

    moment: int
    chance: float
    won: bool


def forecasts(game: Game, games: int) -> list[Forecast]:
    """The forecasts for the first side at moments before the end of a game.

    The other side's is nearly the same said the other way round, so it is not counted again.
    """
    won = _first_won(game)
    found = []
    for place, line in enumerate(moments(game, MOMENTS + 1)[:-1]):
        state = game.story.state_at(line.end)
        played = play_out(game.ruleset, state, games, f"{game.stream}/{line.end}")
        found.append(Forecast(place, played.chance(0), won))
    return found


def brier(found: Sequence[Forecast]) -> float:
    """The mean square of what a forecast was off: 0 knew it, 0.25 is what 50 % always gets."""
    return sum((one.chance - one.won) ** 2 for one in found) / len(found)


def unknowing(found: Sequence[Forecast]) -> float:
    """The Brier score of who always says how often the side wins in all these games."""
    share = sum(one.won for one in found) / len(found)
    return share * (1 - share)


def tenths(found: Iterable[Forecast]) -> list[tuple[int, int, float, float]]:
    """By tenths of the chance: the tenth (from 0), how many, the mean forecast, how many won."""
    rows: dict[int, list[Forecast]] = {}
    for one in found:
        rows.setdefault(min(int(one.chance * 10), 9), []).append(one)
    return [
        (
            tenth,
            len(each),
            sum(one.chance for one in each) / len(each),
            sum(one.won for one in each) / len(each),
        )
        for tenth, each in sorted(rows.items())
    ]


def _first_won(game: Game) -> bool:
    """Whether the first side won; a game that came to no end is judged as forecasts judge it."""
    first = game.state.info.sides[0].id
    ended = game.state.now.ended
    if ended is not None:
        return ended.winner == first
    points = points_in(game.state, game.ruleset)
    return all(points[first] > value for side, value in points.items() if side != first)


def by_chance(rules: Ruleset, games: int, played_on: int) -> tuple[list[Forecast], int]:
    """Forecasts in games played by chance, the same every time; and how many came to no end."""
    found: list[Forecast] = []
    endless = 0
    for number in range(games):
        rng = Random(f"{rules.id}/{number}")
        game = random_game(rules, rng)
        endless += all(say_something(game, rng) for _ in range(LONGEST))
        found += forecasts(game, played_on)
    return found, endless


def in_recorded(played_on: int) -> list[Forecast]:
    """Forecasts in the games that come with the program."""
    found: list[Forecast] = []
    for show in shows():
        game = play_all(begin(Book(MemoryStore()), show.setting.titles.finished, show), show)
        found += forecasts(game, played_on)
    return found


def told(title: str, found: Sequence[Forecast], say: Callable[[str], object] = print) -> None:
    """The figures of some forecasts, as rows of a table in Markdown."""
    if not found:
        return
    scores = f"Brier {brier(found):.3f}, unknowing {unknowing(found):.3f}"
    say(f"\n{title}: {len(found)} forecasts, {scores}")
    for moment in sorted({one.moment for one in found}):
        at = [one for one in found if one.moment == moment]
        say(f"  moment {moment + 1}: {len(at)}, Brier {brier(at):.3f}")
    say("| forecast | how many | mean forecast | won |\n|---|---|---|---|")
    for tenth, many, mean, won in tenths(found):
        say(f"| {tenth * 10}–{tenth * 10 + 10} % | {many} | {mean:.0%} | {won:.0%} |")


def main(games: int = GAMES, played_on: int = PLAYED_ON) -> None:
    everything: list[Forecast] = []
    for name, rules in registered().items():
        found, endless = by_chance(rules, games, played_on)
        told(f"{name}, {games} games, {endless} of them without an end", found)
        everything += found
    told("all games by chance", everything)
    told("recorded games", in_recorded(played_on))


if __name__ == "__main__":
    main(*(int(word) for word in sys.argv[1:3]))
