"""Chooses lines of a game, and computes each side's chance to win at each of them."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

from msgspec import Struct

from tracker.application.errors import Refused
from tracker.application.log.game_log_lines import list_log_lines
from tracker.application.log.log_line_types import LogLine
from tracker.application.match.game import Game
from tracker.application.match.victory_point_totals import count_victory_points
from tracker.application.win_probability.game_rollouts import RolloutResult, run_rollouts
from tracker.vocabulary.events import Noted, Version

GAMES = 100
"""The maximum number of games simulated from each line. The error is then at most 5 %."""
DEFAULT_MAX_LINES = 30
"""The default maximum number of lines at which chances are computed."""


class LineWinChance(Struct, frozen=True):
    """The results of games that were simulated after the log line with the number ``line``."""

    line: int
    played: RolloutResult


class WinChances(Struct, frozen=True):
    """The chances at the lines of a game, in the order of play.

    ``sides`` contains the names of the sides.
    """

    sides: tuple[str, ...]
    lines: tuple[LineWinChance, ...]

    def get_last_chance(self, lines: Collection[int]) -> LineWinChance | None:
        """Return the chances at the last sampled line among the given lines, or None if there is
        none.
        """
        return next((one for one in reversed(self.lines) if one.line in lines), None)


def sort_win_chances_by_order_of_play(game: Game, chances: Iterable[LineWinChance]) -> WinChances:
    """Sort chances in the order of play, which differs from the line numbers for a late line."""
    places = {line.number: place for place, line in enumerate(_list_played_lines(game))}
    known = (one for one in chances if one.line in places)
    return WinChances(
        tuple(side.name for side in game.state.info.sides),
        tuple(sorted(known, key=lambda one: places[one.line])),
    )


def _list_played_lines(game: Game) -> list[LogLine]:
    return [line for line in list_log_lines(game.history) if line.kind != "taken back"]


def require_finished_game(game: Game) -> None:
    """Raise ``Refused`` if the game is still running, because its chances would reveal secrets."""
    if game.state.current_values.ended is None:
        raise Refused("Win chances need a finished game. This game is still running.")


def find_last_version_affecting_chances(game: Game) -> Version:
    """Return the last version that is not a note. Notes do not affect the chances."""
    played = (line.version for line in game.history.path if not isinstance(line.event, Noted))
    return max(played, default=0)


def choose_sampled_lines(game: Game, maximum: int = DEFAULT_MAX_LINES) -> list[LogLine]:
    """Return at most ``maximum`` lines at which chances are computed, oldest first.

    The lines include the first line after set-up and the last line of each turn. The rest are other
    lines that change chances, evenly spaced.
    """
    lines = list_chance_changing_lines(game)
    ends, others = _split_turn_ends(lines)
    chosen = _choose_evenly(ends, maximum)
    chosen += _choose_evenly(others, maximum - len(chosen))
    numbers = {line.number for line in chosen}
    return [line for line in lines if line.number in numbers]


def list_chance_changing_lines(game: Game) -> list[LogLine]:
    """List the lines at which a turn or the game ended, a figure fell or points changed."""
    found: list[LogLine] = []
    before: object = None
    for line in _list_played_lines(game):
        state = game.history.get_state_at(line.end)
        if state.current_values.open or not state.clock.turn:
            continue
        left = sum(not figure.gone for figure in state.figures.values())
        points = tuple(count_victory_points(state, game.ruleset).values())
        end = state.current_values.ended
        now = state.clock.turn, points, left, end and (end.winner or "drawn")
        if now != before:
            found.append(line)
        before = now
    return found


def _split_turn_ends(lines: Sequence[LogLine]) -> tuple[list[LogLine], list[LogLine]]:
    last_of_turn = {line.turn: line.number for line in lines}
    ends = {*last_of_turn.values(), *(line.number for line in lines[:1])}
    others = [line for line in lines if line.number not in ends]
    return [line for line in lines if line.number in ends], others


def _choose_evenly(lines: Sequence[LogLine], maximum: int) -> list[LogLine]:
    if len(lines) <= maximum:
        return [*lines]
    last = len(lines) - 1
    places = {round(number * last / max(maximum - 1, 1)) for number in range(maximum)}
    return [lines[place] for place in sorted(places)]


def sort_lines_coarse_to_fine(lines: Sequence[LogLine]) -> list[LogLine]:
    """Sort lines so that the first ones (the ends of turns) already cover the whole game."""
    found = []
    for part in _split_turn_ends(lines):
        order: dict[int, None] = {}
        step = 1 << max(len(part) - 1, 1).bit_length()
        while step:
            order |= dict.fromkeys(range(0, len(part), step))
            step //= 2
        found += [part[place] for place in order]
    return found


def compute_missing_chances(
    game: Game,
    simulated_games: int = GAMES,
    maximum: int = DEFAULT_MAX_LINES,
    known: Mapping[int, LineWinChance] | None = None,
) -> Iterator[LineWinChance]:
    """Compute and yield the missing chances in a game. The first ones already cover the whole game.

    The same events give the same chances. Raises ``Refused`` for a running game.
    """
    require_finished_game(game)
    seed = game.journal.compute_history_anchor(find_last_version_affecting_chances(game))
    for line in sort_lines_coarse_to_fine(choose_sampled_lines(game, maximum)):
        if known is not None and line.number in known:
            continue
        state, own_seed = game.history.get_state_at(line.end), f"{seed}/{line.end}"
        played = run_rollouts(
            game.ruleset, state, simulated_games, own_seed, stop_when_precise=True
        )
        yield LineWinChance(line.number, played)
