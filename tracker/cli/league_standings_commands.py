"""The commands ``league standings``, ``rounds``, ``outlook`` and others, which show a league."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from exports.shapes.json_base_type import make_shape
from tracker.cli.command_factory import LEAGUE, Answer, Group, register_command_on_target
from tracker.cli.command_helpers import Overwrite, write_output_file
from tracker.cli.command_parameters import declare_option
from tracker.cli.league_command_helpers import SeasonNumber

if TYPE_CHECKING:
    from tracker.application.leagues.league import League

COMMANDS = Group()


@register_command_on_target(COMMANDS, "standings", LEAGUE)
def show_standings(
    league: League,
    as_of: Annotated[
        str, declare_option("After a round (3), or on a day (2026-10-03).", show_default="now")
    ] = "",
    explain: Annotated[str, declare_option("Explain every number of this player.")] = "",
    season: SeasonNumber = None,
) -> Answer:
    """Show the standings, now or after any round or day."""
    from tracker.application.leagues.seasons.standings_plain_text import format_standings_title
    from tracker.cli import league_output

    table = league.table.compute_standings(as_of, season)
    lines = league.table.explain_player_points(explain, as_of, season) if explain else []
    shape = league_output.build_standings_shape(league, table, lines, as_of, season)
    heading = format_standings_title(league, table, season)
    return Answer(shape, lambda: league_output.list_standings_lines(shape, table, heading))


@register_command_on_target(COMMANDS, "rounds", LEAGUE)
def show_rounds(
    league: League,
    round_number: Annotated[
        int | None, declare_option("Only this round.", "--round", show_default="all")
    ] = None,
    season: SeasonNumber = None,
) -> Answer:
    """Show the rounds of the season with their pairings and results."""
    from exports.shapes import league_command_json_types as shapes
    from tracker.application.leagues.pairing.round_plain_text import find_round
    from tracker.cli import league_output

    state = league.state
    of_season = league.table.parse_standings_cutoff("", season).season or state.season.number
    chosen = (
        [find_round(state, round_number, of_season)]
        if round_number is not None
        else state.list_rounds(of_season)
    )
    rows = [league_output.build_round_row(league, one) for one in chosen]
    return Answer(
        shapes.RoundsShape(league=league.stream, rounds=rows),
        lambda: [line for row in rows for line in league_output.list_round_lines(league, row)],
        f"no round is drafted yet. Draft one with: warledger league draft {league.stream}.",
    )


@register_command_on_target(COMMANDS, "round-text", LEAGUE)
def print_round_text(
    league: League,
    round_number: Annotated[
        int | None, declare_option("The round number.", "--round", show_default="the last")
    ] = None,
    file: Annotated[str, declare_option("Also write the text to this file.")] = "",
    overwrite: Overwrite = False,
) -> Answer:
    """Print a round as plain text for the players, with pairings, tables and absences."""
    from exports.shapes import league_command_json_types as shapes
    from tracker.application.leagues.pairing.round_plain_text import find_round, format_round_text

    shape = shapes.RoundTextShape(
        league=league.stream,
        round=find_round(league.state, round_number).number,
        file=file or None,
        text=format_round_text(league, round_number),
    )
    if file:
        write_output_file(file, shape.text, overwrite=overwrite)
    return Answer(shape, shape.text.splitlines)


@register_command_on_target(COMMANDS, "outlook", LEAGUE)
def show_outlook(
    league: League,
    top: Annotated[
        int,
        declare_option(
            "Show the chance of finishing in this many top places.",
            show_default="chosen automatically",
        ),
    ] = 0,
    division: Annotated[
        str, declare_option("The name of a division.", show_default="the highest")
    ] = "",
) -> Answer:
    """Show the players who can still win, their chances, and what is already certain."""
    from exports.season_outlook_report import build_outlook_shape
    from tracker.application.leagues.seasons.division_changes import resolve_division_name
    from tracker.cli.league_output import list_outlook_lines

    name = resolve_division_name(league.state.get_divisions(), division)
    found = league.table.forecast_season(top, name)
    shape = build_outlook_shape(league, found, name)
    return Answer(shape, lambda: list_outlook_lines(league.state, found))


@register_command_on_target(COMMANDS, "ratings", LEAGUE)
def show_ratings(league: League) -> Answer:
    """Show ratings over all seasons, highest first. Ratings do not affect the standings."""
    from exports.shapes import league_command_json_types as shapes
    from tracker.application.leagues.seasons.standings_plain_text import list_rating_columns
    from tracker.application.table_columns import format_table_lines

    rated = league.table.list_ratings()
    rows = [
        make_shape(
            shapes.RatingRowShape,
            rating,
            player=player,
            name=league.state.get_player_name(player),
            rating=round(rating.rating, 2),
            deviation=round(rating.deviation, 2),
            provisional=rating.is_provisional,
        )
        for player, rating in rated
    ]

    enter = f"warledger league result {league.stream} F RESULT"
    return Answer(
        shapes.RatingsShape(league=league.stream, rows=rows),
        lambda: format_table_lines(list_rating_columns(league.state), rated) if rated else (),
        f"nobody has a rating yet. Enter results with: {enter}.",
    )
