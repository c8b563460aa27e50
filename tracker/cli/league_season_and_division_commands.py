"""The ``league`` commands for seasons, plans, titles, scoring schemes, tie-breaks and divisions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from tracker.cli.command_parameters import declare_argument, declare_option
from tracker.cli.command_registration import Group
from tracker.cli.league_command_parameters import Why, read_file_or_keep_name, split_named_values
from tracker.cli.shared_league_commands import register_entry_command

if TYPE_CHECKING:
    from tracker.application.leagues.league import League
    from tracker.application.leagues.league_history import LeagueEntry

COMMANDS = Group()


@register_entry_command(COMMANDS, "season")
def close_or_begin_season(
    league: League,
    close: Annotated[bool, declare_option("Close the current season.")] = False,
    title: Annotated[str, declare_option("The name of the next season.")] = "",
    rounds: Annotated[int, declare_option("The planned number of rounds.")] = 0,
    stays: Annotated[
        tuple[str, ...],
        declare_option("A player who stays in the same division; repeat for each player."),
    ] = (),
) -> LeagueEntry:
    """Close the current season, or begin the next one."""
    if close:
        return league.seasons.close_season()
    return league.seasons.begin_season(title, round_count=rounds, staying_players=stays)


@register_entry_command(COMMANDS, "plan")
def plan_season(
    league: League,
    rounds: Annotated[
        int | None, declare_option("The number of rounds; 0 means undecided.")
    ] = None,
    pairing: Annotated[
        str | None,
        declare_option(
            "The pairing system: round robin, Swiss, or open (the number of players decides)."
        ),
    ] = None,
    why: Why = "",
) -> LeagueEntry:
    """Change the current season's number of rounds or pairing system."""
    from tracker.application.leagues.pairing.round_pairing_proposals import (
        parse_season_pairing_method,
    )
    from tracker.application.leagues.seasons.season_commands import SeasonPlan

    wanted = SeasonPlan(
        rounds=rounds,
        pairing=None if pairing is None else parse_season_pairing_method(pairing),
        why=why,
    )
    return league.seasons.save_season_plan(wanted)


@register_entry_command(COMMANDS, "title")
def change_title(
    league: League,
    title: Annotated[str, declare_argument("TITLE", "The new title.")],
    why: Why = "",
) -> LeagueEntry:
    """Change the title of a league or campaign."""
    from tracker.application.leagues.seasons.season_commands import SeasonPlan

    return league.seasons.save_season_plan(SeasonPlan(title=title, why=why))


@register_entry_command(COMMANDS, "scheme")
def change_scheme(
    league: League,
    scheme: Annotated[str, declare_argument("SCHEME", "A scheme such as 3/1/0, or a TOML file.")],
    why: Why = "",
) -> LeagueEntry:
    """Change the scoring scheme. The standings mention the change."""
    from tracker.application.leagues.seasons.season_commands import SeasonPlan

    text = read_file_or_keep_name(scheme)
    return league.seasons.save_season_plan(SeasonPlan(scheme=text, why=why))


@register_entry_command(COMMANDS, "ties")
def change_tie_breaks_or_result_count(
    league: League,
    order: Annotated[
        tuple[str, ...],
        declare_argument("TIE", 'The tie-breaks in order: "VP difference" schedule lots.'),
    ] = (),
    best: Annotated[
        int | None, declare_option("How many of a player's best results count; 0 means all.")
    ] = None,
    why: Why = "",
) -> LeagueEntry:
    """Set the tie-breaks, or the number of results that count."""
    from tracker.application.leagues.seasons.season_commands import SeasonPlan

    return league.seasons.save_season_plan(SeasonPlan(tie_breaks=order, best=best, why=why))


@register_entry_command(COMMANDS, "divide")
def divide_league(
    league: League,
    names: Annotated[
        tuple[str, ...],
        declare_argument(
            "DIVISION", "The divisions, highest first. Without names, remove all divisions."
        ),
    ] = (),
    up: Annotated[int, declare_option("The number of players promoted after a season.")] = 1,
    down: Annotated[int, declare_option("The number of players relegated after a season.")] = 1,
    pairing: Annotated[
        tuple[str, ...],
        declare_option(
            "A division's pairing system: B=Swiss; repeat for each division.",
            show_default="as set for the season",
        ),
    ] = (),
    why: Why = "",
) -> LeagueEntry:
    """Divide a league into divisions, each with its own rounds, standings and byes."""
    systems = split_named_values(pairing, "--pairing", "DIVISION=SYSTEM, such as B=Swiss")
    return league.divisions.set_divisions(
        *names, promoted_count=up, relegated_count=down, pairing=dict(systems), why=why
    )


@register_entry_command(COMMANDS, "division")
def move_players_to_division(
    league: League,
    to: Annotated[str, declare_argument("DIVISION", "The name of the division, or none.")],
    players: Annotated[tuple[str, ...], declare_argument("PLAYER", "One or more players.")],
    why: Why = "",
) -> LeagueEntry:
    """Move players to a division."""
    return league.divisions.move_players(to, *players, why=why)
