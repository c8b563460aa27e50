"""Leagues and campaigns from home: opened, picked, begun; the page of a player."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tracker.application.book import Book
from tracker.application.errors import LedgerError, Refused
from tui.views.home import HomeSeen
from tui.widgets.dialogs import Failure
from tui.widgets.keyed import Keyed

if TYPE_CHECKING:
    from tracker.leagues.events import ForceId, WarUnitId, What


class Leagues(Keyed):
    """The part of home that has to do with leagues and campaigns."""

    book: Book
    seen: HomeSeen

    def own_book(self) -> Book | None:
        """The book in which something new begins."""
        raise NotImplementedError

    def open_league(self, name: str) -> None:
        """Open a league or campaign where its organiser works; a refusal is shown here."""
        from tui.league.season.new import screen_of

        try:
            league = self.book.open_league(name)
        except (LedgerError, Refused) as error:
            self.app.push_screen(Failure(str(error)))
            return
        self.app.push_screen(screen_of(self.book, league))

    def open_player(self, league: str, name: str) -> None:
        """Open the page of a player of a league, over the league's own screen."""
        from tui.league.base import LeagueScreen
        from tui.league.standings.player import PlayerScreen

        self.open_league(league)
        below = self.app.screen
        if isinstance(below, LeagueScreen):
            player = below.league.people.of(name).id
            self.app.push_screen(PlayerScreen(self.book, below.league, player))

    def open_lasting(self, league: str, force: ForceId, unit: WarUnitId) -> None:
        """Open the page of a force or unit of a campaign, over the campaign's own screen."""
        from tui.league.base import LeagueScreen
        from tui.league.campaign.force import ForceScreen
        from tui.league.campaign.unit import UnitScreen

        self.open_league(league)
        below = self.app.screen
        if not isinstance(below, LeagueScreen):
            return
        if unit in below.league.state.units:
            self.app.push_screen(UnitScreen(self.book, below.league, unit))
        elif force in below.league.state.forces:
            self.app.push_screen(ForceScreen(self.book, below.league, force))

    def do_league(self) -> None:
        self._begin_or_pick("league")

    def do_campaign(self) -> None:
        self._begin_or_pick("campaign")

    def _begin_or_pick(self, what: What) -> None:
        """A new one where there is none; else the list of them, in which ``n`` begins one."""
        from tui.league.pick import Pick
        from tui.league.season.new import NewLeague

        rows = [one for one in self.seen.leagues if one.what == what]
        if rows:
            self.app.push_screen(Pick(self, what, rows))
            return
        book = self.own_book()
        if book is not None:
            self.app.push_screen(NewLeague(book, what))
