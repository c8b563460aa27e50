"""The course of a finished game: its points, remaining figures and chances to win."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Final

from textual.content import Content
from textual.timer import Timer
from textual.widget import Widget

from tracker.application.match.game import Game
from tracker.application.match.victory_point_totals import count_victory_points
from tracker.application.win_probability.probability_cache import read_cached_chances
from tracker.application.win_probability.sampled_log_lines import LineChance, WinChances
from tracker.application.win_probability.win_chance_process import WinChanceProcess
from tracker.projection.match_state import State
from tui.look_back.log_cursor import FOLDED, LogCursor
from tui.terminal_text_fitting import Piece, count_cells, cut_text, join_pieces, pad_text

LOOK_AGAIN: Final = 2.0
"""The interval between checks for new results, in seconds."""


class WinChanceUpdater:
    """The background computation of win chances. ``look`` is called at intervals."""

    def __init__(self, owner: Widget, game: Game, look: Callable[[], None]) -> None:
        self._owner = owner
        self._game = game
        self._look = look
        self._aside: WinChanceProcess | None = None
        self._timer: Timer | None = None

    @property
    def is_working(self) -> bool:
        return self._aside is not None and self._aside.is_running

    def start(self) -> None:
        self._aside = WinChanceProcess(self._game)
        if self.is_working:
            self._timer = self._owner.set_interval(LOOK_AGAIN, self._again)

    def stop(self) -> None:
        """Stop the computation. The results so far remain in the cache."""
        if self._timer is not None:
            self._timer.stop()
        if self._aside is not None:
            self._aside.stop()
        self._aside = self._timer = None

    def _again(self) -> None:
        if not self.is_working and self._timer is not None:
            self._timer.stop()
        self._look()


STEPS: Final = "▁▂▃▄▅▆▇█"
DIGITS: Final = "0123456789"
"""The characters for tenths in ASCII."""
NAME: Final = 9
SAYS: Final = 40
FEWEST: Final = 12
POINTS: Final = 24
"""The number of lines at which the strips sample points and figures."""


class GameCourseGraph(Widget):
    """Three strips over the course of a game, with their values at the cursor's line.

    The strips show the first side's share of the points, of the remaining figures, and its chance
    to win. Only finished games have them, since chances would reveal a running game's secrets.
    """

    DEFAULT_CSS = "GameCourseGraph { height: 3; }"

    def __init__(self, past: LogCursor, *, plain: bool) -> None:
        super().__init__()
        self._past = past
        self._signs = DIGITS if plain else STEPS
        self._beside = WinChanceUpdater(self, past.game, self.refresh_chances)
        self._winning = WinChances((), ())
        self._parts: list[tuple[int, float | None, float | None]] = []

    def on_mount(self) -> None:
        self.refresh_chances()
        self._beside.start()

    def on_unmount(self) -> None:
        self._beside.stop()

    def refresh_chances(self) -> None:
        """Read the chances computed so far."""
        self._winning = read_cached_chances(self._past.game)
        self.refresh()

    # ---------------------------------------------------------------------------------- drawing

    def render(self) -> Content:
        return join_pieces(self._rows(), "\n")

    def _rows(self) -> Iterable[Content]:
        state = self._past.state
        width = max(self.size.width - NAME - SAYS, FEWEST)
        points = count_victory_points(state, self._past.game.ruleset)
        left = count_figures_left(state)
        sides = [(side.id, side.name) for side in state.info.sides]
        read = self._read()
        score = " · ".join(f"{name} {points.get(side, 0)}" for side, name in sides)
        yield self._row("points", [(line, part) for line, part, _ in read], width, score)
        told = " · ".join(f"{name} {left.get(side, 0)}" for side, name in sides) + " left"
        yield self._row("figures", [(line, part) for line, _, part in read], width, told)
        chances = [(one.line, one.played.get_win_chance(0)) for one in self._winning.lines]
        yield self._row("chance", chances, width, self._chance_words())

    def _row(
        self, name: str, found: Sequence[tuple[int, float | None]], width: int, says: str
    ) -> Content:
        """Render a row such as ``chance ▄▄▅▅▇█ Red 62 % ± 5 · Blue 38 % ± 5``."""
        here = self._place(self._past.current_line.number, width)
        strip = self._strip(found, width)
        pieces: list[Piece] = [
            (f" {pad_text(name, NAME - 1)}", "$quiet"),
            (strip[:here], "$primary"),
            (strip[here], "$warning bold"),
            (strip[here + 1 :], "$quiet"),
            f" {cut_text(says, SAYS - 2)}",
        ]
        return join_pieces(pieces)

    def _strip(self, found: Sequence[tuple[int, float | None]], width: int) -> str:
        """Draw one character for each position, with the value of the last known line before it."""
        signs = [" "] * width
        places = [(self._place(line, width), part) for line, part in found if part is not None]
        for number, (place, part) in enumerate(places):
            until = places[number + 1][0] if number + 1 < len(places) else width
            sign = self._signs[min(int(part * len(self._signs)), len(self._signs) - 1)]
            signs[place : max(until, place + 1)] = sign * (max(until, place + 1) - place)
        return "".join(signs)

    def _place(self, line: int, width: int) -> int:
        return min(line * width // (self._past.highest_number + 1), width - 1)

    def _chance_words(self) -> str:
        found = self._winning.get_chance_at(self._past.current_line.number)
        if found is None:
            if self._beside.is_working and not self._winning.lines:
                return "computing"
            return (
                "not known at this line" if self._winning.lines else "run warledger match chances"
            )
        return describe_win_chances(self._winning.sides, found, self._past.current_line.number)

    # ---------------------------------------------------------------------------------- reading

    def _read(self) -> list[tuple[int, float | None, float | None]]:
        """Return the first side's shares of points and figures at sampled lines, read once."""
        if not self._parts:
            game = self._past.game
            lines = [one for one in self._past.lines if one.kind != FOLDED]
            for one in lines[:: max(len(lines) // POINTS, 1)]:
                state = game.history.get_state_at(one.end)
                points = count_victory_points(state, game.ruleset)
                sides = [side.id for side in state.info.sides]
                left = count_figures_left(state)
                self._parts.append(
                    (
                        one.number,
                        compute_share_of_first_side([points.get(side, 0) for side in sides]),
                        compute_share_of_first_side([left.get(side, 0) for side in sides]),
                    )
                )
        return self._parts


def describe_win_chances(sides: Sequence[str], found: LineChance, line: int) -> str:
    """Describe win chances, such as ``Red 62 % ± 5 · Blue 38 % ± 5``, and their line if earlier."""
    played = found.played
    says = " · ".join(
        f"{name} {played.get_win_chance(place) * 100:.0f} %"
        f" ± {played.compute_standard_error(place) * 100:.0f}"
        for place, name in enumerate(sides)
    )
    other = f" ({found.line})"
    return says if found.line == line or count_cells(says + other) >= SAYS else says + other


def compute_share_of_first_side(values: Sequence[int]) -> float | None:
    """Return the first value's share of the sum, or None if the sum is zero."""
    least = min(0, *values)
    total = sum(value - least for value in values)
    return (values[0] - least) / total if total else None


def count_figures_left(state: State) -> dict[str, int]:
    """Count each side's figures that are not out of action."""
    left: dict[str, int] = {}
    for value in state.units.values():
        left[value.side] = left.get(value.side, 0) + len(value.figures)
    return left
