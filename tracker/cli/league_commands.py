"""The commands ``league …``: creating, listing and showing leagues, undo and redo."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from exports.shapes.json_base_type import make_shape
from tracker.cli import (
    league_player_commands,
    league_result_commands,
    league_round_commands,
    league_standings_commands,
)
from tracker.cli.command_factory import (
    LEAGUE,
    LEDGER,
    Answer,
    Group,
    register_command_on_target,
)
from tracker.cli.command_parameters import declare_argument, declare_option
from tracker.cli.league_command_helpers import (
    Back,
    Entrants,
    Everything,
    PairingMethod,
    Rulesets,
    Zone,
    list_leagues_of_kind,
    read_file_or_keep_name,
    register_entry_command,
)

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
    return league.points.set_archived(archived=not back)


@register_entry_command(app, "unarchive")
def unarchive_league(league: League) -> LeagueEntry:
    """Restore an archived league to the lists."""
    return league.points.set_archived(archived=False)


@register_entry_command(app, "undo")
def undo_entry(
    league: League,
    to: Annotated[int | None, declare_option("Undo everything after this line.")] = None,
) -> LeagueEntry:
    """Undo the last entry. To restore it, use redo."""
    return league.undo() if to is None else league.undo_to(to)


@register_entry_command(app, "redo")
def redo_entry(league: League) -> LeagueEntry:
    """Redo the last undo."""
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
    league_player_commands,
    league_round_commands,
    league_result_commands,
    league_standings_commands,
):
    app.commands.update(module.COMMANDS.commands)
