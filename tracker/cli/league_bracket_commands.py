"""The commands ``league cut``, ``decide`` and ``bracket``, for the top cut."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from tracker.cli.command_parameters import declare_argument, declare_option
from tracker.cli.command_registration import LEAGUE, Answer, Group, register_command_on_target
from tracker.cli.league_command_parameters import Entrants, Pairing, SeasonNumber, Who, Why
from tracker.cli.shared_league_commands import register_entry_command

if TYPE_CHECKING:
    from tracker.application.leagues.league import League
    from tracker.application.leagues.league_history import LeagueEntry

COMMANDS = Group()


@register_entry_command(COMMANDS, "cut")
def make_top_cut(
    league: League,
    player_count: Annotated[
        int,
        declare_argument(
            "N",
            "How many players advance: 4, 8, 16.",
            show_default="the players given with --player",
        ),
    ] = 0,
    player: Entrants = (),
    third: Annotated[bool, declare_option("Add a game for third place.")] = False,
    division: Annotated[
        str, declare_option("The division that these players are in.", show_default="the highest")
    ] = "",
    why: Why = "",
) -> LeagueEntry:
    """Put the best players into a knock-out bracket."""
    return league.top_cut.make_top_cut(
        player_count, players=player, has_third_place_game=third, why=why, division=division
    )


@register_entry_command(COMMANDS, "decide")
def decide_bracket_game(league: League, game: Pairing, player: Who, why: Why = "") -> LeagueEntry:
    """Decide who advances from a drawn bracket game."""
    return league.top_cut.decide_drawn_bracket_game(game, player, why=why)


@register_command_on_target(COMMANDS, "bracket", LEAGUE)
def show_bracket(league: League, season: SeasonNumber = None) -> Answer:
    """Show the bracket's games, the players who advanced, and the next pairings."""
    from exports.league_bracket_exports import build_bracket_shape
    from tracker.application.leagues.pairing import bracket_descriptions

    found = league.top_cut.get_bracket(season)
    shape = build_bracket_shape(league, found, season)

    lines = [bracket_descriptions.describe_bracket(league.state, found, season)]
    for name, games in bracket_descriptions.describe_bracket_rounds(league.state, found):
        lines += ["", name, *(f"  {game}" for game in games)]
    return Answer(shape, lambda: lines)
