"""Charts of a finished game's course: its points, remaining figures and chances to win."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Final

from textual.content import Content
from textual.timer import Timer
from textual.widget import Widget

from tracker.application.match.game import Game
from tracker.application.match.victory_point_totals import count_victory_points
from tracker.application.win_probability.sampled_line_win_chances import LineWinChance, WinChances
from tracker.application.win_probability.win_chance_cache import read_cached_chances
from tracker.application.win_probability.win_chance_process import WinChanceProcess
from tracker.projection.match_state import State
from tracker.vocabulary.subject_ids import SideId
from tui.look_back.log_cursor import FOLDED, LogCursor
from tui.terminal_text_fitting import StyledText, count_cells, cut_text, join_styled, pad_text

CHECK_INTERVAL: Final = 2.0  # seconds


class WinChanceUpdater:
    """A background computation of a game's win chances, which calls ``on_check`` at intervals."""

    def __init__(self, owner: Widget, game: Game, on_check: Callable[[], None]) -> None:
        self._owner = owner
        self._game = game
        self._on_check = on_check
        self._process: WinChanceProcess | None = None
        self._timer: Timer | None = None

    @property
    def is_computing(self) -> bool:
        return self._process is not None and self._process.is_running

    def start(self) -> None:
        self._process = WinChanceProcess(self._game)
        if self.is_computing:
            self._timer = self._owner.set_interval(CHECK_INTERVAL, self._check_progress)

    def stop(self) -> None:
        """Stop the computation. The results computed so far remain in the cache."""
        if self._timer is not None:
            self._timer.stop()
        if self._process is not None:
            self._process.stop()
        self._process = self._timer = None

    def _check_progress(self) -> None:
        if not self.is_computing and self._timer is not None:
            self._timer.stop()
        self._on_check()


STEPS: Final = "▁▂▃▄▅▆▇█"
DIGITS: Final = "0123456789"  # one digit for each tenth, in ASCII
NAME_WIDTH: Final = 9
TEXT_WIDTH: Final = 40
MIN_STRIP_WIDTH: Final = 12
MAX_SAMPLES: Final = 24  # lines at which the strips sample points and figures


class GameCourseGraph(Widget):
    """Three strips that chart the course of a game, with their values at the cursor's line.

    The strips show the first side's share of the points, its share of the remaining figures, and
    its chance to win. Only finished games have strips, since the chances would reveal a running
    game's secrets.
    """

    DEFAULT_CSS = "GameCourseGraph { height: 3; }"

    def __init__(self, log_cursor: LogCursor, *, plain: bool) -> None:
        super().__init__()
        self._log_cursor = log_cursor
        self._signs = DIGITS if plain else STEPS
        self._updater = WinChanceUpdater(self, log_cursor.game, self.refresh_chances)
        self._chances = WinChances((), ())
        self._shares: list[tuple[int, float | None, float | None]] = []

    def on_mount(self) -> None:
        self.reload_game()

    def reload_game(self) -> None:
        """Chart the game as it is now, for example after a correction of a line.

        The chart is hidden while the game is unfinished. The computation of win chances restarts.
        """
        self._updater.stop()
        self._shares.clear()
        self.display = self._log_cursor.game.state.current_values.ended is not None
        if self.display:
            self.refresh_chances()
            self._updater.start()

    def on_unmount(self) -> None:
        self._updater.stop()

    def refresh_chances(self) -> None:
        self._chances = read_cached_chances(self._log_cursor.game)
        self.refresh()

    def render(self) -> Content:
        return join_styled(self._render_rows(), "\n")

    def _render_rows(self) -> Iterable[Content]:
        state = self._log_cursor.state_after_current_line
        width = max(self.size.width - NAME_WIDTH - TEXT_WIDTH, MIN_STRIP_WIDTH)
        names = [side.name for side in state.info.sides]
        score, figures_left = (
            " · ".join(f"{name} {amount}" for name, amount in zip(names, amounts, strict=True))
            for amounts in self._list_points_and_figures(state)
        )
        shares = self._sample_shares()
        points = [(index, share) for index, share, _ in shares]
        yield self._render_row("points", points, width, score)
        figures = [(index, share) for index, _, share in shares]
        yield self._render_row("figures", figures, width, f"{figures_left} left")
        chances = [
            (index, sample.played.get_win_chance(0))
            for sample in self._chances.lines
            for index, line in self._log_cursor.enumerate_lines_not_undone()
            if line.number == sample.line
        ]
        yield self._render_row("chance", chances, width, self._describe_chances())

    def _render_row(
        self, name: str, values: Sequence[tuple[int, float | None]], width: int, text: str
    ) -> Content:
        """Render a row such as ``chance ▄▄▅▅▇█ Red 62 % ± 5 · Blue 38 % ± 5``."""
        column = self._compute_column(self._log_cursor.index, width)
        strip = self._draw_strip(values, width)
        pieces: list[StyledText] = [(f" {pad_text(name, NAME_WIDTH - 1)}", "$quiet")]
        pieces += [(strip[:column], "$primary"), (strip[column], "$warning bold")]
        pieces += [(strip[column + 1 :], "$quiet"), f" {cut_text(text, TEXT_WIDTH - 2)}"]
        return join_styled(pieces)

    def _draw_strip(self, values: Sequence[tuple[int, float | None]], width: int) -> str:
        """Draw one character per position, for the last known value up to this position."""
        signs = [" "] * width
        columns = [
            (self._compute_column(index, width), share)
            for index, share in values
            if share is not None
        ]
        for number, (column, share) in enumerate(columns):
            end = columns[number + 1][0] if number + 1 < len(columns) else width
            sign = self._signs[min(int(share * len(self._signs)), len(self._signs) - 1)]
            signs[column : max(end, column + 1)] = sign * (max(end, column + 1) - column)
        return "".join(signs)

    def _compute_column(self, index: int, width: int) -> int:
        return index * width // len(self._log_cursor.lines)

    def _describe_chances(self) -> str:
        lines = self._log_cursor.lines[: self._log_cursor.index + 1]
        numbers = {line.number for line in lines if line.kind != FOLDED}
        chance = self._chances.get_last_chance(numbers)
        if chance is None:
            if self._updater.is_computing and not self._chances.lines:
                return "computing"
            command = f"warledger match chances {self._log_cursor.game.stream}"
            return "not known at this line" if self._chances.lines else f"run {command}"
        line_number = self._log_cursor.current_line.number
        return describe_win_chances(self._chances.sides, chance, line_number)

    def _sample_shares(self) -> list[tuple[int, float | None, float | None]]:
        if not self._shares:
            game = self._log_cursor.game
            lines = self._log_cursor.enumerate_lines_not_undone()
            for index, line in lines[:: max(len(lines) // MAX_SAMPLES, 1)]:
                amounts = self._list_points_and_figures(game.history.get_state_at(line.end))
                points, figures_left = map(compute_share_of_first_side, amounts)
                self._shares.append((index, points, figures_left))
        return self._shares

    def _list_points_and_figures(self, state: State) -> list[list[int]]:
        points = count_victory_points(state, self._log_cursor.game.ruleset)
        figures_left = count_figures_left_by_side(state)
        sides = [side.id for side in state.info.sides]
        return [[by_side.get(side, 0) for side in sides] for by_side in (points, figures_left)]


def describe_win_chances(side_names: Sequence[str], chance: LineWinChance, line: int) -> str:
    """Describe win chances, such as ``Red 62 % ± 5``.

    If they were computed at another line than ``line``, add the number of that line.
    """
    played = chance.played
    text = " · ".join(
        f"{name} {played.get_win_chance(index) * 100:.0f} %"
        f" ± {played.compute_standard_error(index) * 100:.0f}"
        for index, name in enumerate(side_names)
    )
    origin = f" ({chance.line})"
    is_origin_shown = chance.line != line and count_cells(text + origin) < TEXT_WIDTH
    return text + origin if is_origin_shown else text


def compute_share_of_first_side(values: Sequence[int]) -> float | None:
    """Return the first value's share of the sum, or None if the sum is zero.

    If a value is negative, all values are raised so that the lowest is zero.
    """
    minimum = min(0, *values)
    total = sum(value - minimum for value in values)
    return (values[0] - minimum) / total if total else None


def count_figures_left_by_side(state: State) -> dict[SideId, int]:
    left: dict[SideId, int] = {}
    for value in state.units.values():
        left[value.side] = left.get(value.side, 0) + len(value.figures)
    return left
