"""The log of a league, line by line. Undone lines are hidden, and can be shown or redone."""

from __future__ import annotations

from collections.abc import Iterable

from textual.content import Content

from tracker.application.book import Book
from tracker.application.leagues.league import League
from tracker.application.leagues.league_log import LeagueLogLine, list_league_log_lines
from tui.key_bindings import FOOTERS, KEYS
from tui.screen_base_classes import PageScreen
from tui.terminal_text_fitting import StyledText, cut_text, join_styled, wrap_styled
from tui.widgets.list_rows import ALL_ROWS


class LeagueLogScreen(PageScreen):
    commands = KEYS["league_log"]
    footer = FOOTERS["league_log"]
    page_name = "log"

    def __init__(self, book: Book, league: League) -> None:
        super().__init__(book, league)
        self.unfolded = False
        self._cached_lines: tuple[int, list[LeagueLogLine]] = (-1, [])

    def on_mount(self) -> None:
        self.call_after_refresh(self._go_to_newest_line)

    def render_heading(self) -> Iterable[StyledText]:
        return [(cut_text(self.league.title, 40), "bold"), " · log"]

    def _list_log_lines(self) -> list[LeagueLogLine]:
        if self._cached_lines[0] != self.league.version:
            self._cached_lines = (self.league.version, list_league_log_lines(self.league.history))
        return self._cached_lines[1]

    def render_page_lines(self, width: int) -> list[Content]:
        lines: list[Content] = []
        folded: list[int] = []
        for line in self._list_log_lines():
            if not line.counts and not self.unfolded:
                folded.append(line.number)
                continue
            lines += _render_folded_lines(folded)
            folded = []
            lines += self._render_log_line(line, width)
        return [*lines, *_render_folded_lines(folded)]

    def _render_log_line(self, line: LeagueLogLine, width: int) -> list[Content]:
        calendar = self.league.calendar
        moment, now = calendar.convert_to_local_time(line.at), calendar.now
        time_format = "D MMM HH:mm" if moment.year == now.year else "D MMM YYYY HH:mm"
        time = moment.format("HH:mm" if moment.date() == now.date() else time_format)
        style = "" if line.counts else "$quiet strike"
        author = f" ({line.author})" if line.author else ""
        sign = "·" if line.by_itself else " "
        number = (f"{line.number:>4}{sign} ", "$primary")
        head = join_styled([number, (f"{time}  ", "$quiet")])
        room = width - head.cell_length - 1
        first, *others = wrap_styled(line.text + author, room, style, head) or [head]
        undone = "" if line.counts else "  undone"
        return [join_styled([first, (undone, "$warning")]), *others]

    def _go_to_newest_line(self) -> None:
        self.panel.scroll_lines(ALL_ROWS)

    def do_toggle_undone_lines(self) -> None:
        self.unfolded = not self.unfolded
        self._go_to_newest_line()

    def do_undo(self) -> None:
        super().do_undo()
        self._go_to_newest_line()

    def do_redo(self) -> None:
        super().do_redo()
        self._go_to_newest_line()


def _render_folded_lines(numbers: list[int]) -> list[Content]:
    if not numbers:
        return []
    range_text = f"line {numbers[0]}"
    if len(numbers) > 1:
        range_text = f"lines {numbers[0]}–{numbers[-1]}"
    return [join_styled([(f"   … {range_text} undone (x shows them)", "$quiet")])]
