"""The command ``export``, which writes a game, a league or the ledger in various formats."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from tracker.cli.command_helpers import Db, Json, open_book, print_answer, read_text
from tracker.cli.command_parameters import (
    declare_argument,
    declare_option,
    declare_option_without_default,
)

if TYPE_CHECKING:
    from tracker.application.book import Book

WHOLE = "ledger"
WHOLE_NAMES = (WHOLE, "all")
WHOLE_FORMATS = ("json", "schema", "sqlite")


@dataclass(frozen=True)
class ExportRequest:
    """The options of ``export``, except the format."""

    words: str
    pictures: list[str]
    only: list[str]
    season: int | None
    as_of: str
    player: str
    excel: bool

    def refuse_options(self, *names: str) -> None:
        """Raise ``Refused`` if one of these options was given, since it has no effect here."""
        from tracker.application.errors import Refused

        for name in names:
            if getattr(self, name) not in ("", None, [], False):
                option = {"as_of": "as-of", "pictures": "picture"}.get(name, name)
                raise Refused(f"--{option} has no effect here. Leave it out.")


@dataclass(frozen=True)
class ExportedText:
    """An exported text (or its pieces) with its title, or a function that writes a file."""

    of: str
    title: str
    form: str
    suffix: str
    text: str | Iterable[str] = ""
    file: Callable[[Path, bool], object] | None = None


def write_export(  # noqa: PLR0913 - an option is an argument
    *,
    m: Annotated[
        str, declare_argument("M", "A game (m3, 3, last), a league (l1), a campaign (c1), or all.")
    ],
    form: Annotated[
        str,
        declare_option(
            "md, html, csv, events (CSV), json, record or schema; a game also has playback and "
            "setup, a league ics; all has json, schema and sqlite.",
            "--format",
        ),
    ] = "md",
    output: Annotated[
        str, declare_option("The file or the folder to write to.", "--output", "-o", shown="stdout")
    ] = "",
    overwrite: Annotated[
        bool, declare_option("Replace the file if it exists.", "--overwrite")
    ] = False,
    only: Annotated[
        list[str] | None,
        declare_option_without_default(
            "Export only this part of a league: standings, outlook, rounds, cross-table, forces, "
            "history, luck."
        ),
    ] = None,
    season: Annotated[
        int | None, declare_option("The season number, for a league.", shown="the last")
    ] = None,
    as_of: Annotated[
        str, declare_option("Standings after a round (3) or on a day (2026-10-03).", "--as-of")
    ] = "",
    player: Annotated[
        str, declare_option_without_default("For a calendar: only this player's games.")
    ] = "",
    words: Annotated[
        str, declare_option_without_default("A file with your own text for a report.")
    ] = "",
    picture: Annotated[
        list[str] | None, declare_option_without_default("A picture for a report; repeat for more.")
    ] = None,
    excel: Annotated[
        bool,
        declare_option(
            "For a CSV file: decimal commas, semicolons between cells, and a byte order mark.",
            "--excel",
        ),
    ] = False,
    db: Db = None,
    as_json: Json = False,
) -> None:
    """Export a game (battle report, rolls, events), a league (standings, rounds) or all."""
    asked = ExportRequest(words, picture or [], only or [], season, as_of, player, excel)
    with open_book(db) as opened:
        made = _maker(opened, m)(form, asked)
        _give(made, output, overwrite=overwrite, as_json=as_json)


Maker = Callable[[str, ExportRequest], ExportedText]


def _maker(opened: Book, name: str) -> Maker:
    """Return a function that exports the named item. Raises ``Refused``."""
    if name in WHOLE_NAMES:
        return lambda form, asked: _ledger(opened, form, asked)
    stream, is_league = _find_exported(opened, name)
    if is_league:
        return lambda form, asked: _league(opened, stream, form, asked)
    return lambda form, asked: _game(opened, stream, form, asked)


def _find_exported(opened: Book, name: str) -> tuple[str, bool]:
    """Return a named item's stream, and whether it is a league's. Raises ``Refused``."""
    from tracker.application.name_lookup import find_named_stream

    games, leagues = (
        opened.list_games(include_archived=True),
        opened.list_leagues(include_archived=True),
    )
    if not leagues:
        return opened.find_stream(name), False
    stream = find_named_stream([*games, *leagues], name, "game or league", "m")
    return stream, any(one.stream == stream for one in leagues)


def list_export_formats(opened: Book, name: str) -> Iterable[str]:
    """Return the formats available for the named item. Raises ``Refused``."""
    from exports.game_export_formats import FORMATS
    from exports.league_export_formats import LEAGUE_FORMATS

    if name in WHOLE_NAMES:
        return WHOLE_FORMATS
    return LEAGUE_FORMATS if _find_exported(opened, name)[1] else FORMATS


def _game(opened: Book, name: str, form: str, asked: ExportRequest) -> ExportedText:
    from exports.game_export_formats import find_export_format
    from exports.player_text_and_pictures import read_player_content

    chosen = find_export_format(form)
    asked.refuse_options("only", "season", "as_of", "player")
    if not chosen.takes:
        asked.refuse_options("words", "pictures")
    own = read_player_content(read_text(asked.words) if asked.words else "", asked.pictures)
    game = opened.open_game_read_only(name)
    text = chosen.render_game(game, own, excel=asked.excel)
    return ExportedText(game.stream, game.state.info.title, chosen.name, chosen.suffix, text)


def _league(opened: Book, name: str, form: str, asked: ExportRequest) -> ExportedText:
    from exports.league_export_formats import find_league_format
    from exports.league_report import make_report_request as parts_of
    from exports.player_text_and_pictures import read_player_content

    own = read_player_content(read_text(asked.words) if asked.words else "", asked.pictures)
    ask = parts_of(asked.only, asked.season, asked.as_of, asked.player, own)
    chosen = find_league_format(form, ask)
    if not chosen.takes_words:
        asked.refuse_options("words", "pictures")
    league = opened.open_league(name)
    part = f"-{'-'.join(ask.parts)}" if ask.parts else ""
    whose = f" {league.people.find_player(ask.player).name}" if ask.player else ""
    text = chosen.render_league(league, ask, excel=asked.excel)
    return ExportedText(
        league.stream, league.title + whose, chosen.name, part + chosen.suffix, text
    )


def _ledger(opened: Book, form: str, asked: ExportRequest) -> ExportedText:
    from exports.game_export_formats import make_unknown_format_error
    from exports.json_schemas import read_shipped_schema
    from exports.ledger_json import write_ledger_json
    from exports.shapes.ledger_export_json_types import LedgerShape

    asked.refuse_options("words", "pictures", "only", "season", "as_of", "player", "excel")
    form = form.lower()
    if form == "schema":
        return ExportedText(WHOLE, WHOLE, form, ".schema.json", read_shipped_schema(LedgerShape))
    if form == "sqlite":
        from exports.sql_tables.incremental_table_export import write_tables_file

        def file(path: Path, overwrite: bool) -> object:
            return write_tables_file(opened, path, overwrite=overwrite)

        return ExportedText(WHOLE, WHOLE, form, ".sqlite", file=file)
    if form != "json":
        raise make_unknown_format_error("The whole ledger", form, WHOLE_FORMATS)
    return ExportedText(WHOLE, WHOLE, form, ".json", write_ledger_json(opened))


def _give(made: ExportedText, output: str, *, overwrite: bool, as_json: bool) -> None:
    """Write the export to its file, or to stdout."""
    from exports.safe_file_writing import (
        make_safe_name,
        resolve_output_path,
        write_text_file,
    )
    from exports.shapes.command_output_json_types import ExportedShape
    from tracker.application.errors import Refused

    path: Path | None = None
    text = made.text
    if output:
        path = resolve_output_path(output, make_safe_name(made.title, made.suffix))
        if made.file is None:
            write_text_file(path, text, overwrite=overwrite)
        else:
            made.file(path, overwrite)
    elif made.file is not None:
        raise Refused(f"The {made.form} export needs a file. Name one with -o.")
    elif not as_json and not sys.stdout.isatty():
        for piece in (text,) if isinstance(text, str) else text:
            sys.stdout.write(piece)  # to a file or another program, byte by byte
        return
    elif not as_json and (made.suffix.endswith(".html") or not isinstance(text, str)):
        raise Refused(
            f"A terminal cannot show the {made.form} export. Write it to a file with -o, or pipe "
            f"it to another program."
        )
    whole = "" if path else text if isinstance(text, str) else "".join(text)
    shape = ExportedShape(
        match=made.of,
        format=made.form,
        file=None if path is None else str(path),
        text=None if path else whole,
    )
    print_answer(shape, as_json, lambda: whole.splitlines() if path is None else [str(path)])
