"""Standings: the table as of any round, and every number of the marked player opened."""

from __future__ import annotations

from textual.app import ComposeResult

from tracker.application.book import Book
from tracker.application.errors import Refused
from tracker.application.leagues.league import League
from tracker.application.leagues.league_history import LeagueEntry
from tracker.application.leagues.standings_text import render_standings
from tracker.vocabulary.typed_numbers import is_number
from tui.commands import KEYS, select_commands
from tui.league.league_screen import LeagueScreen
from tui.league.standings.standings_panels import OpenedPanel, StandingsHead, StandingsTable
from tui.league.undecided_game import ask_where, ask_which
from tui.views.standings_view import StandingsShown
from tui.widgets.foot import ClosingRule, Footer
from tui.widgets.notice import NoticeLine
from tui.widgets.paging import Paging

OPENED = 8  # lines for the numbers of the marked player, as long as there is room
OTHERS = 4


class StandingsScreen(LeagueScreen):
    """``round`` None: as they are now, or as they were at the end of ``season``."""

    commands = KEYS["standings"]

    def __init__(
        self, book: Book, league: League, round_: int | None = None, season: int | None = None
    ) -> None:
        super().__init__(book, league)
        self.shown = StandingsShown(league, round_, season)
        self.parts = (Paging(self._go),)

    def compose(self) -> ComposeResult:
        yield StandingsHead(self.shown)
        yield StandingsTable(self.shown)
        yield OpenedPanel(self.shown)
        yield ClosingRule()
        yield NoticeLine()
        yield Footer(
            select_commands(KEYS["standings"], "later", "rounds", "large", "copy", "help", "leave")
        )

    def show(self) -> None:
        """Read the league again and draw it."""
        self.shown.read()
        room = self.size.height - OTHERS
        rows = max(4, min(len(self.shown.table.rows) + 2 + self.shown.headings, room - OPENED))
        self.query_one(StandingsTable).styles.height = rows
        for widget in self.query("StandingsHead, Panel"):
            widget.refresh()

    # ------------------------------------------------------------------------------ commands

    def _go(self, step: int) -> None:
        self.shown.at += step
        self.show()

    def do_earlier(self) -> None:
        if self.shown.earlier():
            self.show()
        else:
            self.say("There is no earlier round.", bad=True)

    def do_later(self) -> None:
        if not self.shown.later():
            self.say("These are the current standings.", bad=True)
        self.show()

    def do_full(self) -> None:
        if self.shown.marked is not None:
            self.open("player", self.shown.marked.player)

    def do_rounds(self) -> None:
        self.open("rounds", self.shown.round, self.shown.season)

    def do_large(self) -> None:
        self.open("large", self.shown.as_of, self.shown.season)

    def do_outlook(self) -> None:
        self.open("outlook")

    def do_bracket(self) -> None:
        """The bracket; where there is none yet, how many go on is asked first."""
        season = self.shown.season or self.league.state.season.number
        if season in self.league.state.cuts:
            self.open("bracket", self.shown.season)
        elif self.shown.season is not None:
            self.say("No bracket was played in that season.", bad=True)
        else:
            self.ask(
                "how many play on?",
                self._cut,
                hint="8 · 4 third (with a game for third place)",
                then=self._show_bracket,
            )

    def _show_bracket(self) -> None:
        """Over this screen, once the question is gone from it."""
        self.call_later(self.open, "bracket")

    def _cut(self, typed: str) -> LeagueEntry:
        best, _, third = typed.strip().partition(" ")
        if not is_number(best) or third.strip() not in ("", "third"):
            raise Refused("Type how many play on: 8, or 4 third.")
        return self.league.cut.make(int(best), third=bool(third))

    def do_ratings(self) -> None:
        self.open("ratings")

    def do_lots(self) -> None:
        if self.shown.season is not None:
            self.say("That season is over, so its standings can no longer change.", bad=True)
            return
        level = self.shown.table.level
        if not level:
            self.say("No players are level, so there are no lots to draw.", bad=True)
            return
        names = ", ".join(self.league.state.name(one) for one in level[0])
        draw = self.league.points.draw_lots
        self.ask(
            f"draw lots, {names}?",
            lambda typed: draw([name.strip() for name in typed.split(",") if name.strip()]),
            hint="names, best first · empty: the app draws",
        )

    def do_division(self) -> None:
        if self.shown.season is not None:
            self.say("That season is over, so its divisions can no longer change.", bad=True)
        elif self.shown.marked is not None:
            ask_where(self, self.shown.marked.player)

    def do_divisions(self) -> None:
        ask_which(self)

    def do_copy(self) -> None:
        shown = self.shown
        try:
            text = render_standings(self.league, shown.as_of, shown.season)
        except Refused as refused:
            self.say(refused.message, bad=True)
            return
        season = f"season {shown.season} " if shown.season else ""
        self.copy_out(f"{season}standings {shown.table.after}", text)
