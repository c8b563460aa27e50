"""The command that starts or resumes a pairing's game."""

from __future__ import annotations

from tracker.application.campaigns.fixture_game_start import FixtureGameStart
from tracker.leagues.league_state import Fixture
from tui.league.league_screen_base import LeagueScreen
from tui.screen_routes import make_screen
from tui.widgets.dialogs import show_errors


def open_pairing_game(screen: LeagueScreen, fixture: Fixture) -> None:
    """Start a pairing's game, or resume it if it is recorded in this ledger."""
    if fixture.ended is not None and fixture.link is None:
        screen.show_message("That game has already been played.", is_error=True)
        return
    with show_errors(screen):
        if fixture.link is not None:
            screen.app.push_screen(make_screen("table", screen.book.open_game(fixture.link.match)))
            return
        start = FixtureGameStart(screen.book, screen.league, fixture.id)
        screen.app.push_screen(make_screen("new game", screen.book, start))
