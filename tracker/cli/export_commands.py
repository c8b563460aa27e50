"""The commands ``export``, ``site`` and ``tables``, which write games and leagues to files."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from exports.shapes.json_base_type import make_shape
from exports.shapes.ledger_command_json_types import (
    ExportResultShape,
    SiteWriteShape,
    SqlTablesWriteShape,
)
from tracker.application.errors import Refused
from tracker.cli.book_opening_and_backup import open_book_for_command
from tracker.cli.command_parameters import declare_argument, declare_option
from tracker.cli.command_registration import (
    LEDGER,
    Answer,
    Group,
    print_answer_and_exit_if_failed,
    register_command_on_target,
)
from tracker.cli.file_input_and_output import (
    parse_output_file_path,
    read_file_or_stdin,
    refuse_existing_file,
)
from tracker.cli.messages_and_exit_codes import print_message
from tracker.cli.shared_options import Db, Json, Overwrite, declare_output_option
from tracker.ledger.ledger_address import hide_password

if TYPE_CHECKING:
    from exports.players_own_content import PlayerContent
    from exports.sql_tables.incremental_table_export import TablesWriteResult
    from tracker.application.book import Book
    from tracker.application.errors import ServerUnreachable

Exported = Annotated[
    str, declare_argument("M", "A game (m3, 3, last), a league (l1), a campaign (c1), or all.")
]
Format = Annotated[
    str,
    declare_option(
        "md, html, csv, events (CSV), json, record or schema. For a game, also playback and "
        "setup. For a league, also ics. For all: json, schema or sqlite.",
        "--format",
    ),
]
Output = Annotated[str, declare_output_option("The file or folder to write to.")]
Parts = Annotated[
    tuple[str, ...],
    declare_option(
        "Export only this part of a league: standings, bracket, outlook, rounds, "
        "cross-table, forces, history, luck; repeat for more parts."
    ),
]
Excel = Annotated[
    bool,
    declare_option(
        "For a CSV file: use decimal commas, semicolons between cells, and a byte order mark."
    ),
]
COMMANDS = Group()
WHOLE_LEDGER = "ledger"
LEDGER_NAMES = (WHOLE_LEDGER, "all")
LEDGER_FORMATS = ("json", "schema", "sqlite")


@dataclass(frozen=True)
class ExportRequest:
    """The options of ``export``, except the format."""

    words: str
    pictures: tuple[str, ...]
    only: tuple[str, ...]
    season: int | None
    as_of: str
    player: str
    excel: bool

    def refuse_options(self, *names: str) -> None:
        """Raise ``Refused`` if any of these options was given, because it has no effect."""
        for name in names:
            if getattr(self, name) not in ("", None, (), False):
                option = {"as_of": "as-of", "pictures": "picture"}.get(name, name)
                raise Refused(f"--{option} has no effect on this export. Remove the option.")

    def read_player_content(self) -> PlayerContent:
        from exports.players_own_content import read_player_content

        return read_player_content(
            read_file_or_stdin(self.words) if self.words else "", self.pictures
        )


@dataclass(frozen=True)
class ExportedText:
    """An export and its title. It has text, pieces of text, or a function that writes a file."""

    stream: str
    title: str
    format: str
    suffix: str
    text: str | Iterable[str] = ""
    write_file: Callable[..., object] | None = None


@COMMANDS.command("export")
def write_export(  # noqa: PLR0913 - an option is an argument
    *,
    exported_name: Exported,
    format_name: Format = "md",
    output: Output = "",
    overwrite: Overwrite = False,
    only: Parts = (),
    season: Annotated[
        int | None, declare_option("The season number, for a league.", show_default="the last")
    ] = None,
    as_of: Annotated[
        str,
        declare_option(
            "Export the standings after a given round (3) or as of a date (2026-10-03)."
        ),
    ] = "",
    player: Annotated[
        str, declare_option("For a calendar: include only this player's games.")
    ] = "",
    words: Annotated[str, declare_option("A file with your own text for a report.")] = "",
    picture: Annotated[
        tuple[str, ...], declare_option("A picture for a report; repeat for more.")
    ] = (),
    excel: Excel = False,
    db: Db = None,
    as_json: Json = False,
) -> None:
    """Export a game (battle report, rolls …), a league (standings, rounds …) or everything."""
    request = ExportRequest(words, picture, only, season, as_of, player, excel)
    with open_book_for_command(db) as opened:
        if exported_name in LEDGER_NAMES:
            exported = _export_ledger(opened, format_name, request)
        else:
            stream, is_league = _find_stream_and_is_league(opened, exported_name)
            export = _export_league if is_league else _export_game
            exported = export(opened, stream, format_name, request)
        _write_exported(exported, output, overwrite=overwrite, as_json=as_json)


def _find_stream_and_is_league(opened: Book, name: str) -> tuple[str, bool]:
    """Return the stream to export, and whether it is a league or campaign. Raises ``Refused``."""
    from tracker.application.name_lookup import find_named_stream

    games = opened.list_games(include_archived=True)
    leagues = opened.list_leagues(include_archived=True)
    if not games and not leagues:
        return opened.find_game_stream(name), False
    leagues_first = name[:1] in ("l", "c") and name[1:].isdecimal()
    named = [*leagues, *games] if leagues_first else [*games, *leagues]
    stream = find_named_stream(named, name, "game or league", "m")
    return stream, any(league.stream == stream for league in leagues)


def list_export_formats(book: Book, exported_name: str) -> Iterable[str]:
    """Return the formats available for the named item. Raises ``Refused``."""
    from exports.game_export_formats import FORMATS
    from exports.league_export_formats import LEAGUE_FORMATS

    if exported_name in LEDGER_NAMES:
        return LEDGER_FORMATS
    return LEAGUE_FORMATS if _find_stream_and_is_league(book, exported_name)[1] else FORMATS


def _export_game(opened: Book, name: str, format_name: str, request: ExportRequest) -> ExportedText:
    from exports.game_export_formats import find_game_export_format

    export_format = find_game_export_format(format_name)
    request.refuse_options("only", "season", "as_of", "player")
    if not export_format.takes_player_content:
        request.refuse_options("words", "pictures")
    player_content = request.read_player_content()
    game = opened.open_game_read_only(name)
    text = export_format.render_game(game, player_content, excel=request.excel)
    return ExportedText(
        game.stream, game.state.info.title, export_format.name, export_format.suffix, text
    )


def _export_league(
    opened: Book, name: str, format_name: str, request: ExportRequest
) -> ExportedText:
    from exports.league_export_formats import find_league_export_format
    from exports.league_report import LeagueReportRequest

    content = request.read_player_content()
    report_request = LeagueReportRequest(
        request.only, request.season, request.as_of, request.player, content
    )
    league_format = find_league_export_format(format_name, report_request)
    if not league_format.takes_player_content:
        request.refuse_options("words", "pictures")
    league = opened.open_league(name)
    part = f"-{'-'.join(report_request.parts)}" if report_request.parts else ""
    player_name = (
        f" {league.people.find_player(report_request.player).name}" if report_request.player else ""
    )
    text = league_format.render_league(league, report_request, excel=request.excel)
    title, suffix = league.title + player_name, part + league_format.suffix
    return ExportedText(league.stream, title, league_format.name, suffix, text)


def _export_ledger(opened: Book, format_name: str, request: ExportRequest) -> ExportedText:
    from exports.game_export_formats import make_unknown_format_error
    from exports.json_schemas import read_shipped_json_schema
    from exports.ledger_json import render_ledger_json
    from exports.shapes.ledger_export_json_types import LedgerShape

    request.refuse_options("words", "pictures", "only", "season", "as_of", "player", "excel")
    format_name = format_name.lower()
    make_export = partial(ExportedText, WHOLE_LEDGER, WHOLE_LEDGER, format_name)
    if format_name == "schema":
        return make_export(".schema.json", read_shipped_json_schema(LedgerShape))
    if format_name == "sqlite":
        from exports.sql_tables.incremental_table_export import write_sql_tables_file

        return make_export(".sqlite", write_file=partial(write_sql_tables_file, opened))
    if format_name != "json":
        raise make_unknown_format_error("The whole ledger", format_name, LEDGER_FORMATS)
    return make_export(".json", render_ledger_json(opened))


def _write_exported(exported: ExportedText, output: str, *, overwrite: bool, as_json: bool) -> None:
    from exports.output_file_writing import (
        make_safe_file_name,
        resolve_output_path_making_folder,
        write_text_file_atomically,
    )

    path: Path | None = None
    text = exported.text
    if exported.suffix.endswith(".csv") and isinstance(text, str) and text.count("\n") == 1:
        print_message("the table has only headings, because there is nothing to show yet.")
    if output:
        path = resolve_output_path_making_folder(
            output, make_safe_file_name(exported.title, exported.suffix)
        )
        refuse_existing_file(path, str(path), overwrite=overwrite)
        if exported.write_file is None:
            write_text_file_atomically(path, text, overwrite=overwrite)
        else:
            exported.write_file(path, overwrite=overwrite)
    elif exported.write_file is not None:
        raise Refused(f"The {exported.format} export needs a file. Name the file with -o.")
    elif not as_json and not sys.stdout.isatty():
        for piece in (text,) if isinstance(text, str) else text:
            sys.stdout.write(piece)  # to a file or another program, unchanged
        return
    elif not as_json and (exported.suffix.endswith(".html") or not isinstance(text, str)):
        raise Refused(
            f"A terminal cannot show the {exported.format} export. Write the export to a file"
            " with -o, or pipe it to another program."
        )
    whole = "" if path else text if isinstance(text, str) else "".join(text)
    shape = ExportResultShape(
        match=exported.stream,
        format=exported.format,
        file=None if path is None else str(path),
        text=None if path else whole,
    )
    lines = whole.splitlines() if path is None else [str(path)]
    print_answer_and_exit_if_failed(Answer(shape, lambda: lines), as_json)


PAUSE_SECONDS = 0.25
"""The pause between two checks of the ledger, in seconds."""


@register_command_on_target(COMMANDS, "site", LEDGER)
def write_site(
    book: Book,
    folder: Annotated[str, declare_argument("DIR", "The folder for the pages.")],
    title: Annotated[
        str,
        declare_option("The start page's title.", show_default="as before, or: Games and leagues"),
    ] = "",
    anew: Annotated[
        bool, declare_option("Rewrite all pages, including pages that somebody has edited.")
    ] = False,
) -> Answer:
    """Write the ledger as linked web pages. To update the pages, run the command again."""
    from exports.site.site_writer import describe_site_result, write_site

    written = write_site(book, Path(folder), title=title, rewrite_all=anew)
    return Answer(
        make_shape(SiteWriteShape, written, folder=folder, left=[*written.skipped]),
        lambda: [f"{Path(folder) / 'index.html'}  {describe_site_result(written)}"],
        messages=written.skipped,
        failed=bool(written.skipped),
    )


@COMMANDS.command("tables")
def write_sql_tables(
    target: Annotated[
        str, declare_argument("TARGET", "A SQLite file, or postgresql://user@host/database.")
    ],
    follow: Annotated[
        bool, declare_option("Keep the tables up to date until you press Ctrl+C.")
    ] = False,
    db: Db = None,
    as_json: Json = False,
) -> None:
    """Write the ledger as SQL tables, or update them."""
    from exports.sql_tables.incremental_table_export import (
        describe_tables_written,
        keep_sql_tables_current,
        update_sql_tables_in_database,
    )

    where = hide_password(target)

    def print_result(written: TablesWriteResult) -> None:
        answer = Answer(
            make_shape(SqlTablesWriteShape, written, target=where, left=[*written.skipped]),
            lambda: [f"{where}  {describe_tables_written(written)}"],
            messages=written.skipped,
            failed=bool(written.skipped) and not follow,
        )
        print_answer_and_exit_if_failed(answer, as_json)
        sys.stdout.flush()

    def print_loss(error: ServerUnreachable) -> None:
        print_message(f"{error.message} Warledger keeps trying until the server is back.")

    parse_output_file_path(target)
    with open_book_for_command(db) as opened:
        if follow:
            with suppress(KeyboardInterrupt):
                keep_sql_tables_current(
                    opened, target, print_result, print_loss, wait_for_next_poll
                )
        else:
            print_result(update_sql_tables_in_database(opened, target))


def wait_for_next_poll() -> None:
    time.sleep(PAUSE_SECONDS)
