"""The command that starts or resumes a pairing's game."""

from __future__ import annotations

from tracker.application.campaigns.fixture_game_start import FixtureGameStart
from tracker.application.errors import LedgerError, Refused
from tracker.leagues.league_state import Fixture
from tui.league.league_screen_base import LeagueScreen
from tui.screen_routes import make_screen
from tui.widgets.dialogs import FailureDialog


def open_pairing_game(at: LeagueScreen, one: Fixture) -> None:
    """Start a pairing's game, or resume it if it is recorded in this ledger."""
    if one.ended is not None and one.link is None:
        at.show_message("That game has already been played.", bad=True)
        return
    try:
        if one.link is not None:
            at.app.push_screen(make_screen("table", at.book.open_game(one.link.match)))
            return
        at.app.push_screen(
            make_screen("new game", at.book, FixtureGameStart(at.book, at.league, one.id))
        )
    except Refused as refused:
        at.show_message(refused.message, bad=True)
    except LedgerError as error:
        at.app.push_screen(FailureDialog(str(error)))
