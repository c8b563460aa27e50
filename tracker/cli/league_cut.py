"""``warledger league cut``, ``decide``, ``bracket``: the best play on."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from tracker.cli.command_factory import LEAGUE, Shown, register_show
from tracker.cli.league_context import Entrants, Pairing, Who, Why, register_say

if TYPE_CHECKING:
    from tracker.application.leagues.league import League
    from tracker.application.leagues.league_history import LeagueEntry

COMMANDS = typer.Typer()


@register_say(COMMANDS, "cut")
def cut(
    league: League,
    best: Annotated[int, typer.Argument(metavar="N", help="How many go on: 4, 8, 16.")] = 0,
    player: Entrants = None,
    third: Annotated[bool, typer.Option("--third", help="A game for third place, too.")] = False,
    division: Annotated[
        str, typer.Option(help="The best of this division.", show_default="the highest")
    ] = "",
    why: Why = "",
) -> LeagueEntry:
    """Let the best play on in a bracket: who loses is out."""
    return league.cut.make(best, players=player or (), third=third, why=why, division=division)


@register_say(COMMANDS, "decide")
def decide(league: League, game: Pairing, player: Who, why: Why = "") -> LeagueEntry:
    """Say who goes on from a game of the bracket that nobody won."""
    return league.cut.decide(game, player, why=why)


@register_show(COMMANDS, "bracket", LEAGUE)
def show_bracket(
    league: League,
    season: Annotated[
        int | None, typer.Option(help="Another season.", show_default="the last")
    ] = None,
) -> Shown:
    """Show the bracket: who met whom, who went on, who meets next."""
    from exports.league_bracket import build_bracket_shape
    from tracker.application.leagues import bracket_words

    found = league.cut.bracket(season)
    shape = build_bracket_shape(league, found, season)

    def told() -> list[str]:
        lines = [bracket_words.describe_standing(league.state, found)]
        for name, games in bracket_words.list_sheet_lines(league.state, found):
            lines += ["", name, *(f"  {game}" for game in games)]
        return lines

    return shape, told
