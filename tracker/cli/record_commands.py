"""The commands ``import`` and ``verify FILE``, for records of matches and leagues."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import click

from exports.shapes import command_output_json_types as shapes
from exports.shapes.json_base_type import make_shape
from tracker.application.errors import Refused
from tracker.cli.command_helpers import (
    FAILED,
    Db,
    Id,
    Json,
    open_book,
    print_answer,
    print_message,
    read_nonempty_text,
)
from tracker.cli.command_parameters import declare_argument, declare_option
from tracker.ledger.store_opening import is_sqlite_file
from tracker.vocabulary.count_wording import format_count


def import_record(
    file: Annotated[
        str, declare_argument("FILE", "A match or league record (- for stdin), or another ledger.")
    ],
    changed: Annotated[
        bool, declare_option("Import a match even if somebody has changed its record.")
    ] = False,
    apart: Annotated[
        bool,
        declare_option(
            "Import a record that conflicts with the ledger's league as a separate league."
        ),
    ] = False,
    merge: Annotated[
        bool, declare_option("Merge the record's new lines into the ledger's league.")
    ] = False,
    check: Annotated[
        bool, declare_option("For a ledger: only show what the command would import.")
    ] = False,
    once: Id = "",
    db: Db = None,
    as_json: Json = False,
) -> None:
    """Import a record or another ledger. Existing entries do not change."""
    from tracker.application.book import is_ledger_on_server
    from tracker.application.league_records.league_record_format import is_league_record
    from tracker.application.roster_files import refuse_file_other_than_record

    if is_sqlite_file(Path(file)) or is_ledger_on_server(file):
        for given, option in ((changed, "--changed"), (apart, "--apart"), (merge, "--merge")):
            refuse_option_if_given(given, option, "another ledger")
        _import_ledger(file, db, "" if check else once, check=check, as_json=as_json)
        return
    refuse_option_if_given(check, "--check")
    refuse_file_other_than_record(Path(file))
    text = read_nonempty_text(file)
    if is_league_record(text):
        refuse_option_if_given(changed, "--changed")
        _import_league(text, once, db, as_json, apart=apart, merge=merge)
        return
    refuse_option_if_given(apart, "--apart")
    refuse_option_if_given(merge, "--merge")
    _import_match(text, Path(file), changed, once, db, as_json)


def _import_match(
    text: str, file: Path, changed: bool, once: str, db: str | None, as_json: bool
) -> None:
    from exports.game_export_formats import list_game_renderers
    from tracker.application.match_records import record_importer
    from tracker.application.match_records.record_importer import make_roster_finder
    from tracker.application.roster_files import refuse_army_list

    if "\n---" not in text:
        refuse_army_list(text)
    with open_book(db, may_create=True, command_id=once) as opened:
        try:
            done = record_importer.import_match_record(
                opened,
                text,
                make_roster_finder(file),
                allow_changed=changed,
                readers=list_game_renderers(),
            )
        except record_importer.ChangedRecord as error:
            raise Refused(f"{error.message} To import it anyway, add --changed.") from error
    for warning in done.warnings:
        print_message(warning)
    shape = make_shape(shapes.MatchImportShape, done)

    def told() -> list[str]:
        if shape.was_there:
            return [
                f"This match is already in the ledger as {shape.match} {shape.title}. Nothing was "
                "changed."
            ]
        return [f"{shape.match} {shape.title}: {format_count(shape.lines, 'line')}"]

    print_answer(shape, as_json, told)


def refuse_option_if_given(is_given: bool, option: str, target: str = "this record") -> None:
    """Raise ``Refused`` if an option was given that has no effect here."""
    if is_given:
        raise Refused(f"{option} has no effect on {target}. Remove the option.")


def _import_league(
    text: str, once: str, db: str | None, as_json: bool, *, apart: bool, merge: bool
) -> None:
    from exports.game_export_formats import list_game_renderers
    from exports.league_export_formats import list_league_renderers
    from tracker.application.league_records.league_record_importer import import_league_record

    if apart and merge:
        raise click.BadParameter("use --apart or --merge, not both", param_hint="--merge")
    with open_book(db, may_create=True, command_id=once) as opened:
        done = import_league_record(
            opened,
            text,
            as_copy=apart,
            merge_diverged=merge,
            readers=list_league_renderers(),
            game_readers=list_game_renderers(),
        )
    for warning in done.warnings:
        print_message(warning)
    shape = make_shape(shapes.LeagueImportShape, done, league=done.stream)
    print_answer(shape, as_json, lambda: [done.description])


def _import_ledger(file: str, db: str | None, once: str, *, check: bool, as_json: bool) -> None:
    """Import another ledger. Exits with 1 if a stream differs and was left out."""
    from tracker.application.ledger_importer import describe_imported_streams, import_ledger

    with open_book(db, may_create=not check, command_id=once) as opened:
        found = import_ledger(opened, file, dry_run=check)
    shape = make_shape(shapes.LedgerImportShape, checked_only=check, streams=found)
    print_answer(shape, as_json, lambda: describe_imported_streams(found, dry_run=check))
    differing = [one for one in found if one.outcome == "differs"]
    for one in differing:
        print_message(one.text)
    if differing:
        raise click.exceptions.Exit(FAILED)


def print_record_check(file: str, as_json: bool) -> None:
    """Check a record by itself. Exits with 1 and names the first incorrect line."""
    from tracker.application.league_records.league_record_format import is_league_record
    from tracker.application.match_records import record_check
    from tracker.application.match_records.record_importer import make_roster_finder
    from tracker.application.match_records.record_text_format import NotARecord

    text = read_nonempty_text(file, "replace")
    if is_league_record(text):
        _check_league(file, text, as_json)
        return
    try:
        found = record_check.check_match_record(text, make_roster_finder(Path(file)))
    except NotARecord as error:
        raise Refused(f"{file} is neither a ledger nor a match record: {error.why}") from error
    shape = make_shape(
        shapes.RecordCheckShape, found, sound=found.is_sound, file=file, text=found.why
    )

    def told() -> list[str]:
        held = f"{format_count(shape.rows, 'row')}, {format_count(shape.events, 'event')}"
        if shape.sound and shape.checked:
            return [f"{held}: unchanged since it was written"]
        if shape.sound:
            return [f"{held}: every line can be played; the record has no checksums to verify"]
        return [f"line {shape.line}: {shape.text}"]

    print_answer(shape, as_json, told)
    _exit_unless_sound(shape.sound)


def _check_league(file: str, text: str, as_json: bool) -> None:
    from exports.league_export_formats import list_league_renderers
    from tracker.application.league_records.league_record_importer import check_league_record

    found = check_league_record(text, readers=list_league_renderers())
    shape = make_shape(
        shapes.RecordCheckShape,
        found,
        sound=found.is_sound,
        file=file,
        checked=True,
        text=found.why,
    )

    def told() -> list[str]:
        if not found.is_sound:
            return [found.why]
        held = f"{format_count(found.rows, 'line')}, {format_count(found.games, 'game')}"
        return [f"{held}: unchanged since it was written"]

    print_answer(shape, as_json, told)
    _exit_unless_sound(found.is_sound)


def _exit_unless_sound(sound: bool) -> None:
    if not sound:
        print_message("the record is damaged or was altered. Ask the sender for a new copy.")
        raise click.exceptions.Exit(FAILED)
