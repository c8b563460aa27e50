"""At which lines of a game chances are worked out, and what they are there."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from msgspec import Struct

from tracker.application.errors import Refused
from tracker.application.log.game_log_lines import LogLine, list_log_lines
from tracker.application.match.game import Game
from tracker.application.match.victory_point_totals import count_points
from tracker.application.win_probability.rollouts import RolloutResult, run_rollouts
from tracker.projection.match_state import State
from tracker.vocabulary.events import Noted, Version

GAMES = 100
"""Games that are played on from a line: an error of 5 in a hundred at most."""
MOST = 30
"""Lines of a game at which that is done, unless more are asked for."""


class LineChance(Struct, frozen=True):
    """What games played on from after a line came to; ``line`` is its number."""

    line: int
    played: RolloutResult


class WinChances(Struct, frozen=True):
    """The chances at lines of one game, oldest first; ``sides`` by their names, in their order."""

    sides: tuple[str, ...]
    lines: tuple[LineChance, ...]

    def get_chance_at(self, line: int) -> LineChance | None:
        """The chances at a line: those of the last one before it that was worked out."""
        return next((one for one in reversed(self.lines) if one.line <= line), None)


def require_finished_game(game: Game) -> None:
    """Raises ``Refused`` for a game that goes on: what is secret in it would be told."""
    if game.state.current_values.ended is None:
        raise Refused(
            "The chances of a game are available after it has ended; this game is still running."
        )


def find_last_relevant_version(game: Game) -> Version:
    """Up to where chances rest on a game: notes at its end change none."""
    played = (line.version for line in game.history.path if not isinstance(line.event, Noted))
    return max(played, default=0)


def choose_sampled_lines(game: Game, most: int = MOST) -> list[LogLine]:
    """The lines at which chances are worked out, oldest first: at most so many.

    Wherever a turn ended, somebody fell or points changed after it, as evenly as there is room;
    the first after set-up and the last always.
    """
    found: list[LogLine] = []
    before: object = None
    lines = [line for line in list_log_lines(game.history) if line.kind != "taken back"]
    for line in lines:
        state = game.history.get_state_at(line.end)
        if state.current_values.open or not state.clock.turn:
            continue
        now = _tells(game, state)
        if now != before:
            found.append(line)
        before = now
    return _evenly(found, most)


def _tells(game: Game, state: State) -> object:
    """What a chance rests on most: the turn, the points, and who is left."""
    left = sum(not figure.gone for figure in state.figures.values())
    points = tuple(count_points(state, game.ruleset).values())
    return state.clock.turn, points, left, state.current_values.ended is not None


def _evenly(lines: Sequence[LogLine], most: int) -> list[LogLine]:
    if len(lines) <= most:
        return [*lines]
    last = len(lines) - 1
    places = {round(number * last / (most - 1)) for number in range(most)}
    return [lines[place] for place in sorted(places)]


def order_coarse_to_fine(lines: Sequence[LogLine]) -> list[LogLine]:
    """The same lines so that the first of them already tell the whole game roughly."""
    order: dict[int, None] = {}
    step = 1 << max(len(lines) - 1, 1).bit_length()
    while step:
        order |= dict.fromkeys(range(0, len(lines), step))
        step //= 2
    return [lines[place] for place in order]


def compute_missing_chances(
    game: Game, games: int = GAMES, most: int = MOST, known: Mapping[int, LineChance] | None = None
) -> Iterator[LineChance]:
    """The chances at the moments of a game that are not known yet, roughly first.

    The same book gives the same chances. Raises ``Refused`` for a game that goes on.
    """
    require_finished_game(game)
    seed = game.journal.compute_anchor(find_last_relevant_version(game))
    for line in order_coarse_to_fine(choose_sampled_lines(game, most)):
        if known is None or line.number not in known:
            state = game.history.get_state_at(line.end)
            played = run_rollouts(game.ruleset, state, games, f"{seed}/{line.end}")
            yield LineChance(line.number, played)
