"""A league's log, line by line. Undone lines are folded, and can be unfolded or redone."""

from __future__ import annotations

from collections.abc import Iterable

from textual.content import Content

from tracker.application.book import Book
from tracker.application.leagues.league import League
from tracker.application.leagues.league_log import LeagueLogLine, list_league_log_lines
from tui.key_bindings import KEYS
from tui.league.league_screen_base import LeagueScreen
from tui.league.scrollable_page_body import PageBody
from tui.terminal_text_fitting import Piece, cut_text, join_pieces, wrap_text


class LeagueLogScreen(LeagueScreen):
    """The screen of a league's log, with the newest line at the bottom."""

    commands = KEYS["league_log"]

    def __init__(self, book: Book, league: League) -> None:
        super().__init__(book, league)
        self.unfolded = False
        foot = ("toggle_undone_lines", "undo", "redo", "copy_text", "help", "leave")
        self.page = PageBody(self, self.render_page_lines, foot=foot, from_below=True)
        self._known: tuple[int, list[LeagueLogLine]] = (-1, [])

    def get_export_file_stem(self) -> str:
        return "log"

    def render_heading(self) -> Iterable[Piece]:
        return [(cut_text(self.league.title, 40), "bold"), " · every line"]

    def _log(self) -> list[LeagueLogLine]:
        if self._known[0] != self.league.version:
            self._known = (self.league.version, list_league_log_lines(self.league.history))
        return self._known[1]

    def render_page_lines(self, width: int) -> list[Content]:
        found: list[Content] = []
        folded: list[int] = []
        for one in self._log():
            if not one.counts and not self.unfolded:
                folded.append(one.number)
                continue
            found += _fold(folded)
            folded = []
            found += self._line(one, width)
        return [*found, *_fold(folded)]

    def _line(self, one: LeagueLogLine, width: int) -> list[Content]:
        moment, now = self.league.calendar.convert_to_local(one.at), self.league.now
        form = "D MMM HH:mm" if moment.year == now.year else "D MMM YYYY HH:mm"
        when = moment.format("HH:mm" if moment.date() == now.date() else form)
        style = "" if one.counts else "$quiet strike"
        who = f" ({one.author})" if one.author else ""
        sign = "·" if one.by_itself else " "
        head = f"{one.number:>4}{sign} "
        first, *more = wrap_text(one.text + who, width - len(head) - len(when) - 3) or [""]
        pieces: list[Piece] = [(head, "$primary"), (f"{when}  ", "$quiet"), (first, style)]
        if not one.counts:
            pieces.append(("  undone", "$warning"))
        indent = " " * (len(head) + len(when) + 2)
        return [join_pieces(pieces), *(join_pieces([indent, (each, style)]) for each in more)]

    def do_toggle_undone_lines(self) -> None:
        self.unfolded = not self.unfolded
        self.page.scroll_to_end()

    def do_undo(self) -> None:
        super().do_undo()
        self.page.scroll_to_end()

    def do_redo(self) -> None:
        super().do_redo()
        self.page.scroll_to_end()


def _fold(numbers: list[int]) -> list[Content]:
    """Fold undone lines into one line."""
    if not numbers:
        return []
    which = f"line {numbers[0]}"
    if len(numbers) > 1:
        which = f"lines {numbers[0]}–{numbers[-1]}"
    return [join_pieces([(f"   … {which} undone (x shows them)", "$quiet")])]
