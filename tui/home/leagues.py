"""Leagues and campaigns from home: opened, picked, begun; the page of a player."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from textual.screen import Screen

from tracker.application.book import Book
from tracker.application.errors import LedgerError, Refused
from tracker.application.leagues.league import League
from tracker.leagues.league_events import ForceId, WarUnitId, What
from tui.home.home_rows import HomeRows
from tui.league.pick import NEW
from tui.routes import make_league_screen, make_screen
from tui.widgets.dialogs import Failure


class LeagueNavigation:
    """The way from home into leagues and campaigns; ``own_book`` is where something new begins."""

    def __init__(
        self, home: Screen[Any], rows: HomeRows, own_book: Callable[[], Book | None]
    ) -> None:
        self.home = home
        self.rows = rows
        self.own_book = own_book

    def open_league(self, name: str) -> League | None:
        """Open a league or campaign where its organiser works; a refusal is shown here."""
        book = self.rows.book
        try:
            league = book.open_league(name)
        except (LedgerError, Refused) as error:
            self.home.app.push_screen(Failure(str(error)))
            return None
        self.home.app.push_screen(make_league_screen(book, league))
        return league

    def open_player(self, name: str, player: str) -> None:
        """Open the page of a player of a league, over the league's own screen."""
        league = self.open_league(name)
        if league is not None:
            of = league.people.of(player).id
            self.home.app.push_screen(make_screen("player", self.rows.book, league, of))

    def open_lasting(self, name: str, force: ForceId, unit: WarUnitId) -> None:
        """Open the page of a force or unit of a campaign, over the campaign's own screen."""
        league = self.open_league(name)
        if league is None:
            return
        if unit in league.state.units:
            self.home.app.push_screen(make_screen("unit", self.rows.book, league, unit))
        elif force in league.state.forces:
            self.home.app.push_screen(make_screen("force", self.rows.book, league, force))

    def do_league(self) -> None:
        self._begin_or_pick("league")

    def do_campaign(self) -> None:
        self._begin_or_pick("campaign")

    def _begin_or_pick(self, what: What) -> None:
        """A new one where there is none; else the list of them, in which ``n`` begins one."""
        rows = [one for one in self.rows.seen.leagues if one.what == what]
        if not rows:
            self._begin(what)
            return

        def picked(which: str | None) -> None:
            if which == NEW:
                self._begin(what)
            elif which is not None:
                self.open_league(which)

        self.home.app.push_screen(make_screen("which league", what, rows), picked)

    def _begin(self, what: What) -> None:
        book = self.own_book()
        if book is not None:
            self.home.app.push_screen(make_screen("new league", book, what))
