"""The ending screen: a game's result and course, with commands to copy or export them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from textual import events
from textual.app import ComposeResult
from textual.content import Content

from exports.turn_by_turn_summary import EndSummary, SideEndSummary, build_end_summary
from tracker.application.match.game import Game
from tracker.application.win_probability.probability_cache import read_cached_chances
from tracker.application.win_probability.sampled_log_lines import WinChances
from tracker.vocabulary.count_wording import format_count
from tui.app import WarledgerApp
from tui.key_bindings import KEYS, select_commands
from tui.look_back.game_course_charts import DIGITS, STEPS, WinChanceUpdater
from tui.screen_routes import make_screen
from tui.table.game_export_dialogs import build_battle_report_dialog
from tui.terminal_text_fitting import Piece, cut_text, fill_line, join_pieces, pad_text, wrap_text
from tui.views.searchable_log_lines import GameLogView
from tui.widgets.key_footers import BottomRule, Footer
from tui.widgets.keyed_screen import KeyedScreen
from tui.widgets.live_reload import LiveReload
from tui.widgets.notice_line import NoticeLine
from tui.widgets.paging_keys import PagingKeys
from tui.widgets.panel import Panel, PanelEdges

MOMENTS = 6
NAME, NUMBER, TURN = 23, 9, 7


def render_ending_page(
    found: EndSummary, chances: WinChances, width: int, steps: str
) -> list[Content]:
    """Render the page in lines of at most ``width`` cells. ``steps`` are the bar characters."""
    lines = [*_won(found, width), Content(""), *_score(found, width)]
    if chances.lines:
        lines += [*_chances(chances, width, steps)]
    if found.best:
        lines += _part("unit of the day", [found.best], width)
    told = [f"line {one.line}, turn {one.turn}: {one.text}" for one in found.moments[-MOMENTS:]]
    lines += _part("decisive moments", told, width)
    lines += _part("luckiest", found.lucky, width)
    lines += _part("unluckiest", found.unlucky, width)
    return lines


def _won(found: EndSummary, width: int) -> Iterator[Content]:
    side = next((place for place, one in enumerate(found.sides) if one.name == found.won), None)
    said: Piece = ("Drawn", "bold")
    if side is not None:
        one = found.sides[side]
        who = f"{one.force}, {one.player}," if one.player else one.force
        said = (f"{who} wins", f"$side-{min(side + 1, 2)} bold")
    yield join_pieces([" ", said])
    for each in wrap_text(found.why, width - 2) if found.why else ():
        yield join_pieces([f" {each}"])


def _score(found: EndSummary, width: int) -> Iterator[Content]:
    """Yield a row for each side with its points, figures, minutes and luck, then both by turn."""
    turns = max(len(one.turns) for one in found.sides)
    shown = turns if width >= NAME + 4 * NUMBER + TURN * turns + 12 else 0
    heads = [("VP", NUMBER)] if found.scored else []
    heads += [("figures", NUMBER + 1), ("minutes", NUMBER)]
    head = "".join(f"{word:>{cells}}" for word, cells in heads)
    after = "".join(f"{f'T{n + 1}':>{TURN}}" for n in range(shown))
    yield join_pieces([(f" {pad_text('', NAME)}{head}{'luck':>18}{after}", "$quiet")])
    for place, one in enumerate(found.sides):
        cells: list[Piece] = [
            " ",
            (pad_text(cut_text(one.force, NAME), NAME), f"$side-{min(place + 1, 2)} bold"),
        ]
        if found.scored:
            cells.append((f"{one.points:>{NUMBER}}", "bold"))
        cells.append(f"{f'{one.left} of {one.came}':>{NUMBER + 1}}{one.minutes:>{NUMBER}}")
        cells.append((f"{one.luck:>18}", "$quiet"))
        cells += [_turn(one, number, scored=found.scored) for number in range(shown)]
        yield join_pieces(cells)
    if shown:
        what = "VP and figures left" if found.scored else "figures left"
        yield join_pieces([(f" {'after each turn: ' + what:>{width - 2}}", "$quiet")])


def _turn(one: SideEndSummary, number: int, *, scored: bool) -> Piece:
    points, left = one.turns[number] if number < len(one.turns) else (0, 0)
    return f"{f'{points}/{left}' if scored else left:>{TURN}}"


def _chances(chances: WinChances, width: int, steps: str) -> Iterator[Content]:
    """Yield each side's chance to win during the game, with a bar for each sampled line."""
    yield Content("")
    yield join_pieces([(" chance to win during the game", "$primary bold")])
    for place, name in enumerate(chances.sides):
        told = [one.played.get_win_chance(place) for one in chances.lines]
        bars = "".join(steps[min(int(each * len(steps)), len(steps) - 1)] for each in told)
        first = f"{told[0] * 100:.0f} % at the start"
        yield fill_line(
            width,
            ["  ", (pad_text(cut_text(name, 12), 13), f"$side-{min(place + 1, 2)} bold"), bars],
            [(f"{first} ", "$quiet")],
        )


def _part(heading: str, texts: Sequence[str], width: int) -> list[Content]:
    if not texts:
        return []
    lines = [Content(""), join_pieces([(f" {heading}", "$primary bold")])]
    for text in texts:
        first, *more = wrap_text(text, width - 4)
        lines.append(join_pieces([f"  {first}"]))
        lines += [join_pieces([f"    {each}"]) for each in more]
    return lines


class EndingScreen(KeyedScreen[None]):
    """The screen that shows how a game ended. It changes nothing in the game."""

    commands = KEYS["ending"]
    DEFAULT_CSS = "EndingScreen { layout: vertical; } EndingScreen EndingPanel { height: 1fr; }"

    def __init__(self, game: Game, log: GameLogView) -> None:
        super().__init__()
        self.game = game
        self.live = LiveReload(game, self)
        self.log_seen = log
        self.top = 0
        self.parts = (
            PagingKeys(self._move, lambda: self.query_one(EndingPanel).visible_line_count - 1),
        )
        self._beside = WinChanceUpdater(self, game, self._look_again)
        self.load_data()

    def load_data(self) -> None:
        """Load the summary and the win chances from the book."""
        self.found: EndSummary = build_end_summary(self.game)
        self.chances: WinChances = read_cached_chances(self.game)

    def compose(self) -> ComposeResult:
        yield EndingPanel(self)
        yield BottomRule()
        yield NoticeLine()
        yield Footer(
            select_commands(
                KEYS["ending"], "open_report", "copy_text", "open_look_back", "help", "leave"
            )
        )

    def on_resize(self, event: events.Resize) -> None:
        del event
        self.redraw()

    def on_unmount(self) -> None:
        self._beside.stop()

    def on_screen_suspend(self) -> None:
        self._beside.stop()

    def on_screen_resume(self) -> None:
        self._beside.start()
        self.redraw_after_reload(None)

    def redraw_after_reload(self, stood: None) -> None:
        """Reload the page. If the game is no longer over, close the screen."""
        del stood
        if self.game.state.current_values.ended is None:
            self.dismiss(None)  # the end was undone
            return
        self.load_data()
        self.redraw()

    def _look_again(self) -> None:
        self.chances = read_cached_chances(self.game)
        self.redraw()

    def render_page_lines(self, width: int) -> list[Content]:
        """Render the page in lines of at most ``width`` cells."""
        assert isinstance(self.app, WarledgerApp)
        steps = DIGITS if self.app.settings.plain else STEPS
        doubt = wrap_text(self.game.journal.unreported, width - 2)
        return [
            *(join_pieces([(f" {each}", "$warning")]) for each in doubt),
            *render_ending_page(self.found, self.chances, width, steps),
        ]

    def redraw(self) -> None:
        """Redraw the visible part of the page."""
        if self.is_mounted:
            for panel in self.query(EndingPanel):
                panel.refresh()

    # ------------------------------------------------------------------------------ commands

    def _move(self, lines: int) -> None:
        panel = self.query_one(EndingPanel)
        self.top = max(0, min(panel.max_top_line, self.top + lines))
        self.redraw()

    def do_open_report(self) -> None:
        self.app.push_screen(
            build_battle_report_dialog(self.game), lambda said: self.show_message(said or "")
        )

    def do_copy_text(self) -> None:
        head = "".join(str(piece) for piece in self.build_heading())
        self.app.copy_to_clipboard(
            f"{head}\n" + "\n".join(each.plain.rstrip() for each in self.render_page_lines(80))
        )
        self.show_message("Copied, as text.")

    def do_open_look_back(self) -> None:
        self.app.push_screen(make_screen("look back", self.game, self.log_seen))

    def do_leave(self) -> None:
        self.dismiss(None)

    def build_heading(self) -> tuple[str, ...]:
        """Return the game's title and its duration."""
        state = self.game.state
        turns, minutes = state.clock.turn, self.found.minutes
        took = f", {format_count(minutes, 'minute')}" if minutes else ""
        return (state.info.title, f" · {format_count(turns, 'turn')}{took}")


class EndingPanel(Panel):
    """A panel with the visible lines of the page."""

    def __init__(self, page: EndingScreen) -> None:
        super().__init__(PanelEdges("┌", "┐"))
        self.page = page

    def render_title(self) -> Iterable[Piece]:
        name, beside = self.page.build_heading()
        return [(name, "bold"), (beside, "$quiet")]

    def render_right_title(self) -> Iterable[Piece]:
        every = len(self._lines(max(self.size.width - 2, 10)))
        if every <= self.visible_line_count:
            return []
        first = min(self.page.top, every - self.visible_line_count)
        return [f"{first + 1}–{first + self.visible_line_count} of {every}"]

    @property
    def visible_line_count(self) -> int:
        return max(self.size.height - 1, 1)

    @property
    def max_top_line(self) -> int:
        """Return the highest line number that can be at the top."""
        return max(0, len(self._lines(max(self.size.width - 2, 10))) - self.visible_line_count)

    def _lines(self, width: int) -> list[Content]:
        return self.page.render_page_lines(width)

    def render_body(self, width: int, height: int) -> list[Content]:
        lines = self._lines(width)
        top = max(0, min(self.page.top, len(lines) - height))
        return lines[top : top + height]
