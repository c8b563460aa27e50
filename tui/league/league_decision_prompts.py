"""The prompts for a league's decisions: who advances from a drawn bracket game, and which divisions
there are.
"""

from __future__ import annotations

from tracker.application.errors import Refused
from tracker.application.leagues.league_history import LeagueEntry
from tracker.application.leagues.seasons.division_changes import NOBODYS, describe_divisions
from tracker.leagues.pairing.knockout_bracket import BracketGame, find_bracket
from tracker.leagues.results.standings_input_types import PlayerId
from tui.league.league_screen_base import LeagueScreen


def find_undecided_game(screen: LeagueScreen, season: int | None = None) -> BracketGame | None:
    """Return the first finished bracket game without a winner, or None."""
    state = screen.league.state
    found = find_bracket(state, season or state.season.number)
    return next((game for game in found.games if game.open), None) if found else None


def ask_who_advances(screen: LeagueScreen, game: BracketGame) -> None:
    """Ask which of the two players advances, and how that was decided."""
    state, decide = screen.league.state, screen.league.top_cut.advance_bracket_player
    names = " or ".join(state.get_player_name(one) for one in (game.home, game.away))

    def take(typed: str) -> LeagueEntry:
        who, _, why = typed.partition(",")
        if not who.strip():
            raise Refused(f"Type who advances: {names}.")
        return decide(game.fixture, who, why=why)

    screen.ask_for_line(f"who advances, {names}?", take, hint="a name · Anna, sudden death")


def ask_divisions(screen: LeagueScreen) -> None:
    """Ask for the divisions. An empty answer removes all divisions."""
    league = screen.league
    screen.ask_for_line(
        "divisions, the highest first",
        league.divisions.declare_typed_divisions,
        text=describe_divisions(league.state.get_divisions()),
        hint="A, B, C · 1 up · 1 down · empty: one field",
    )


def ask_player_division(screen: LeagueScreen, player: PlayerId) -> None:
    """Ask for a player's division. If the league has no divisions, ask for those first."""
    league, divided = screen.league, screen.league.state.get_divisions()
    if not divided:
        ask_divisions(screen)
        return
    screen.ask_for_line(
        f"{league.state.get_player_name(player)} is in division",
        lambda typed: league.divisions.move_players(typed, player),
        text=divided.get_division(player),
        hint=" · ".join([*divided.names, NOBODYS]),
    )
