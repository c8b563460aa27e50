"""Who goes on from a game of the bracket that nobody won, asked where it is seen."""

from __future__ import annotations

from tracker.application.errors import Refused
from tracker.application.leagues.league_history import LeagueEntry
from tracker.leagues.bracket import BracketGame, find_bracket
from tui.league.league_screen import LeagueScreen


def find_undecided(screen: LeagueScreen, season: int | None = None) -> BracketGame | None:
    """The first game of the bracket that ended and that nobody won; None where there is none."""
    state = screen.league.state
    found = find_bracket(state, season or state.season.number)
    return next((game for game in found.games if game.open), None) if found else None


def ask_who_goes_on(screen: LeagueScreen, game: BracketGame) -> None:
    """Ask for one of the two, and how that was found."""
    state, decide = screen.league.state, screen.league.cut.decide
    names = " or ".join(state.name(one) for one in (game.home, game.away))

    def take(typed: str) -> LeagueEntry:
        who, _, why = typed.partition(",")
        if not who.strip():
            raise Refused(f"Say who goes on, {names}.")
        return decide(game.fixture, who, why=why)

    screen.ask(f"who goes on, {names}?", take, hint="a name · Anna, sudden death")
