"""The prompts for a league's decisions: who advances from a drawn bracket game, and which divisions
there are.
"""

from __future__ import annotations

from tracker.application.errors import Refused
from tracker.application.leagues.league_history import LeagueEntry
from tracker.application.leagues.seasons.division_changes import NO_DIVISION, describe_divisions
from tracker.leagues.pairing.knockout_bracket import BracketGame, find_bracket
from tracker.leagues.results.standings_input_types import PlayerId
from tui.screen_base_classes import LeagueScreen


def find_undecided_bracket_game(
    screen: LeagueScreen, season: int | None = None
) -> BracketGame | None:
    """Return the first finished bracket game without a winner, or None."""
    state = screen.league.state
    bracket = find_bracket(state, season or state.season.number)
    return next((game for game in bracket.games if game.open), None) if bracket else None


def ask_who_advances(screen: LeagueScreen, game: BracketGame) -> None:
    """Ask which of the two players advances, and how that was decided."""
    state, advance = screen.league.state, screen.league.top_cut.advance_bracket_player
    names = " or ".join(state.get_player_name(player) for player in (game.home, game.away))

    def advance_typed(typed: str) -> LeagueEntry:
        name, _, reason = typed.partition(",")
        if not name.strip():
            raise Refused(f"Type who advances: {names}.")
        return advance(game.fixture, name, why=reason)

    screen.ask_for_line(
        f"who advances, {names}?", advance_typed, hint="a name · Anna, sudden death"
    )


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
    league, divisions = screen.league, screen.league.state.get_divisions()
    if not divisions:
        ask_divisions(screen)
        return
    screen.ask_for_line(
        f"{league.state.get_player_name(player)} is in division",
        lambda typed: league.divisions.move_players(typed, player),
        text=divisions.get_division(player),
        hint=" · ".join([*divisions.names, NO_DIVISION]),
    )
