"""The ``league`` commands that create, list and show leagues, or undo and redo entries."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from exports.shapes.json_base_type import make_shape
from tracker.cli import (
    league_bracket_commands,
    league_fixture_and_result_commands,
    league_player_and_round_commands,
    league_season_and_division_commands,
)
from tracker.cli.command_parameters import declare_argument, declare_option
from tracker.cli.command_registration import (
    LEAGUE,
    LEDGER,
    Answer,
    Group,
    register_command_on_target,
)
from tracker.cli.file_input_and_output import write_output_file
from tracker.cli.league_command_parameters import (
    Back,
    Entrants,
    Everything,
    PairingMethod,
    Rulesets,
    SeasonNumber,
    Zone,
    read_file_or_keep_name,
)
from tracker.cli.shared_league_commands import list_leagues_of_kind, register_entry_command
from tracker.cli.shared_options import Overwrite

if TYPE_CHECKING:
    from tracker.application.book import Book
    from tracker.application.leagues.league import League
    from tracker.application.leagues.league_history import LeagueEntry

app = Group(help="Run leagues with players, rounds, results and standings.")


@register_command_on_target(app, "new", LEDGER, writes_entries=True, may_create=True)
def create_league(
    book: Book,
    *,
    title: Annotated[str, declare_argument("TITLE", "The league's title.")],
    player: Entrants = (),
    scheme: Annotated[str, declare_option("The scoring scheme: a name, or a TOML file.")] = "3/1/0",
    ties: Annotated[
        tuple[str, ...],
        declare_option(
            "A tie-break; repeat for each tie-break, in order.", show_default="the scheme's"
        ),
    ] = (),
    rounds: Annotated[int, declare_option("The planned number of rounds.")] = 0,
    pairing: PairingMethod = "",
    began: Annotated[
        str, declare_option("The first day of the season: 2026-11-20.", show_default="today")
    ] = "",
    zone: Zone = "",
    ruleset: Rulesets = (),
) -> Answer:
    """Begin a league and enrol its first players."""
    from tracker.cli import league_output

    league = book.begin_league(
        title,
        scheme=read_file_or_keep_name(scheme),
        tie_breaks=[one for each in ties for one in each.split(",") if one.strip()],
        zone=zone,
        rulesets=ruleset,
        rounds=rounds,
        players=player,
        pairing=pairing,
        began_on=began,
    )
    shape = league_output.build_league_shape(league)
    lines = league_output.list_league_lines(league, shape)
    return Answer(shape, lambda: [shape.league, *lines])


@register_command_on_target(app, "list", LEDGER)
def list_leagues(book: Book, everything: Everything = False) -> Answer:
    """List the leagues in the ledger, latest first."""
    return list_leagues_of_kind(book, "league", everything)


@register_command_on_target(app, "show", LEAGUE)
def show_league(league: League) -> Answer:
    """Show a league's players, current round and draft."""
    from tracker.cli import league_output

    shape = league_output.build_league_shape(league)
    return Answer(shape, lambda: league_output.list_league_lines(league, shape))


@register_entry_command(app, "archive", old_name="aside")
def archive_league(league: League, back: Back = False) -> LeagueEntry:
    """Archive a league. Lists no longer show it, but nothing is deleted."""
    return league.set_archived(archived=not back)


@register_entry_command(app, "unarchive")
def unarchive_league(league: League) -> LeagueEntry:
    """Restore an archived league to the lists."""
    return league.set_archived(archived=False)


@register_entry_command(app, "undo")
def undo_entry(
    league: League,
    to: Annotated[int | None, declare_option("Undo everything after this line.")] = None,
) -> LeagueEntry:
    """Undo the last entry. To restore it, use redo."""
    return league.undo() if to is None else league.return_to_line(to)


@register_entry_command(app, "redo")
def redo_entry(league: League) -> LeagueEntry:
    """Restore what the last undo removed."""
    return league.redo()


@register_command_on_target(app, "log", LEAGUE)
def show_league_log(league: League) -> Answer:
    """Print a league's log. An x marks undone lines."""
    from exports.shapes.league_command_json_types import LeagueLogLineShape, LeagueLogShape
    from tracker.application.leagues.league_log import list_league_log_lines

    rows = [
        make_shape(
            LeagueLogLineShape,
            line,
            line=line.number,
            at=league.calendar.convert_to_local_time(line.at).to_iso8601_string(),
        )
        for line in list_league_log_lines(league.history)
    ]
    shape = LeagueLogShape(league=league.stream, lines=rows)
    lines = [f"{'  ' if row.counts else 'x '}{row.line:>4}  {row.text}" for row in rows]
    return Answer(shape, lambda: lines)


@register_entry_command(app, "note")
def add_note(
    league: League,
    text: Annotated[str, declare_argument("TEXT", "The note's text.")],
    about: Annotated[
        str, declare_option("The note's subject: a player, force, unit or pairing.")
    ] = "",
    on: Annotated[str, declare_option("The date of the event.", show_default="today")] = "",
) -> LeagueEntry:
    """Add a dated note."""
    return league.points.add_note(text, about=about, on=on)


for module in (
    league_player_and_round_commands,
    league_season_and_division_commands,
    league_fixture_and_result_commands,
    league_bracket_commands,
):
    app.commands.update(module.COMMANDS.commands)


@register_command_on_target(app, "standings", LEAGUE)
def show_standings(
    league: League,
    as_of: Annotated[
        str,
        declare_option(
            "Show the standings after a given round (3) or as of a date (2026-10-03).",
            show_default="now",
        ),
    ] = "",
    explain: Annotated[str, declare_option("Explain every number of this player.")] = "",
    season: SeasonNumber = None,
) -> Answer:
    """Show the current standings, or those after an earlier round or as of an earlier date."""
    from tracker.application.leagues.seasons.standings_columns_and_text import (
        format_standings_title,
    )
    from tracker.cli import league_output

    table = league.table.compute_standings(as_of, season)
    lines = league.table.explain_player_points(explain, as_of, season) if explain else []
    shape = league_output.build_standings_shape(league, table, lines, as_of, season)
    heading = format_standings_title(league, as_of, season)
    return Answer(shape, lambda: league_output.list_standings_lines(shape, table, heading))


@register_command_on_target(app, "rounds", LEAGUE)
def show_rounds(
    league: League,
    round_number: Annotated[
        int | None, declare_option("Show only this round.", "--round", show_default="all")
    ] = None,
    season: SeasonNumber = None,
) -> Answer:
    """Show the rounds of the season with their pairings and results."""
    from exports.shapes import league_command_json_types as shapes
    from tracker.application.leagues.pairing.round_columns_and_text import find_round
    from tracker.cli import league_output

    state = league.state
    of_season = league.table.parse_standings_cutoff("", season).season or state.season.number
    chosen = (
        [find_round(state, round_number, of_season)]
        if round_number is not None
        else state.list_rounds_and_draft(of_season)
    )
    rows = [league_output.build_round_row(league, one) for one in chosen]
    return Answer(
        shapes.RoundsShape(league=league.stream, rounds=rows),
        lambda: [line for row in rows for line in league_output.list_round_lines(league, row)],
        f"no round has been drafted yet. Draft one with: warledger league draft {league.stream}.",
    )


@register_command_on_target(app, "round-text", LEAGUE)
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
    from tracker.application.leagues.pairing.round_columns_and_text import (
        find_round,
        format_round_text,
    )

    shape = shapes.RoundTextShape(
        league=league.stream,
        round=find_round(league.state, round_number).number,
        file=file or None,
        text=format_round_text(league, round_number),
    )
    if file:
        write_output_file(file, shape.text, overwrite=overwrite)
    return Answer(shape, shape.text.splitlines)


@register_command_on_target(app, "outlook", LEAGUE)
def show_outlook(
    league: League,
    top: Annotated[
        int,
        declare_option(
            "The number of top places: 3 shows the chances of finishing in the top three.",
            show_default="chosen automatically",
        ),
    ] = 0,
    division: Annotated[
        str, declare_option("The name of a division.", show_default="the highest")
    ] = "",
) -> Answer:
    """Show the players who can still win, their chances, and what is already certain."""
    from exports.season_outlook_exports import build_outlook_shape
    from tracker.application.leagues.seasons.division_commands import resolve_division_name
    from tracker.cli.league_output import list_outlook_lines

    name = resolve_division_name(league.state.get_divisions(), division)
    found = league.table.forecast_season(top, name)
    shape = build_outlook_shape(league, found, name)
    return Answer(shape, lambda: list_outlook_lines(league.state, found))


@register_command_on_target(app, "ratings", LEAGUE)
def show_ratings(league: League) -> Answer:
    """Show ratings over all seasons, highest first. Ratings do not affect the standings."""
    from exports.shapes import league_command_json_types as shapes
    from tracker.application.leagues.seasons.standings_columns_and_text import list_rating_columns
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
