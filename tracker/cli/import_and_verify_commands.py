"""The commands ``import`` and ``verify FILE``, for records of matches and leagues."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import click

from exports.shapes import ledger_command_json_types as shapes
from exports.shapes.json_base_type import make_shape
from tracker.application.errors import Refused
from tracker.application.match_records.match_record_file_check import (
    RecordCheckResult,
    check_match_record,
)
from tracker.cli.book_opening_and_backup import open_book_for_command
from tracker.cli.command_parameters import declare_argument, declare_option
from tracker.cli.command_registration import Answer, Group, register_command
from tracker.cli.file_input_and_output import read_nonempty_text
from tracker.cli.shared_options import Db, Id
from tracker.ledger.store_opening_and_copying import is_sqlite_file
from tracker.vocabulary.count_wording import format_count

COMMANDS = Group()


@register_command(COMMANDS, "import")
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
) -> Answer:
    """Import a record or another ledger. Existing entries do not change."""
    from tracker.application.book import is_ledger_on_server
    from tracker.application.league_records.league_record_format import is_league_record
    from tracker.application.roster_files_and_samples import refuse_import_of_other_file

    if is_sqlite_file(Path(file)) or is_ledger_on_server(file):
        for given, option in ((changed, "--changed"), (apart, "--apart"), (merge, "--merge")):
            refuse_option_if_given(given, option, "another ledger")
        return _import_ledger(file, db, "" if check else once, check=check)
    refuse_option_if_given(check, "--check")
    refuse_import_of_other_file(Path(file))
    text = read_nonempty_text(file)
    if is_league_record(text):
        refuse_option_if_given(changed, "--changed")
        return _import_league(text, once, db, apart=apart, merge=merge)
    refuse_option_if_given(apart, "--apart")
    refuse_option_if_given(merge, "--merge")
    return _import_match(text, Path(file), changed, once, db)


def _import_match(text: str, file: Path, changed: bool, once: str, db: str | None) -> Answer:
    from exports.game_export_formats import list_game_renderers
    from tracker.application.match_records import record_importer
    from tracker.application.match_records.record_importer import make_roster_finder
    from tracker.application.roster_files_and_samples import refuse_if_army_list

    if "\n---" not in text:
        refuse_if_army_list(text)
    with open_book_for_command(db, may_create=True, command_id=once) as opened:
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
    shape = make_shape(shapes.MatchImportShape, done)
    if shape.was_there:
        line = (
            f"This match is already in the ledger as {shape.match} {shape.title}. Nothing was "
            "changed."
        )
    else:
        line = f"{shape.match} {shape.title}: {format_count(shape.lines, 'line')}"
    return Answer(shape, lambda: [line], warnings=done.warnings)


def refuse_option_if_given(is_given: bool, option: str, target: str = "this record") -> None:
    """Raise ``Refused`` if an option was given, because it has no effect on ``target``."""
    if is_given:
        raise Refused(f"{option} has no effect on {target}. Remove the option.")


def _import_league(text: str, once: str, db: str | None, *, apart: bool, merge: bool) -> Answer:
    from exports.game_export_formats import list_game_renderers
    from exports.league_export_formats import list_league_renderers
    from tracker.application.league_records.league_record_importer import import_league_record

    if apart and merge:
        raise click.BadParameter("use --apart or --merge, not both", param_hint="--merge")
    with open_book_for_command(db, may_create=True, command_id=once) as opened:
        done = import_league_record(
            opened,
            text,
            as_copy=apart,
            merge_diverged=merge,
            readers=list_league_renderers(),
            game_readers=list_game_renderers(),
        )
    shape = make_shape(shapes.LeagueImportShape, done, league=done.stream)
    return Answer(shape, lambda: [done.description], warnings=done.warnings)


def _import_ledger(file: str, db: str | None, once: str, *, check: bool) -> Answer:
    from tracker.application.ledger_importer import describe_imported_streams, import_ledger

    with open_book_for_command(db, may_create=not check, command_id=once) as opened:
        found = import_ledger(opened, file, dry_run=check)
    shape = make_shape(shapes.LedgerImportShape, checked_only=check, streams=found)
    differing = [one.text for one in found if one.outcome == "differs"]
    return Answer(
        shape,
        lambda: describe_imported_streams(found, dry_run=check),
        messages=differing,
        failed=bool(differing),
    )


def check_record(file: str) -> Answer:
    """Check a record without a ledger. The answer names the first incorrect line."""
    from tracker.application.league_records.league_record_format import is_league_record
    from tracker.application.match_records.record_importer import make_roster_finder
    from tracker.application.match_records.record_text_format import NotARecord

    text = read_nonempty_text(file, "replace")
    if is_league_record(text):
        return _check_league_record(file, text)
    try:
        found = check_match_record(text, make_roster_finder(Path(file)))
    except NotARecord as error:
        if "\0" in text:
            raise Refused(
                f"{file} is neither an intact ledger nor a match record. If it is a damaged"
                f" ledger, save the undamaged part: warledger salvage {file} NEW."
            ) from error
        raise Refused(f"{file} is neither a ledger nor a match record: {error.why}") from error
    result = "unchanged since it was written"
    if not found.checked:
        result = "every line can be played; the record has no checksums to verify"
    line = f"{format_count(found.rows, 'row')}, {format_count(found.events, 'event')}: {result}"
    return _build_check_answer(
        file, found, line if found.is_sound else f"line {found.line}: {found.why}"
    )


def _check_league_record(file: str, text: str) -> Answer:
    from exports.league_export_formats import list_league_renderers
    from tracker.application.league_records.league_record_check import check_league_record

    found = check_league_record(text, readers=list_league_renderers())
    contents = f"{format_count(found.rows, 'line')}, {format_count(found.games, 'game')}"
    line = f"{contents}: unchanged since it was written" if found.is_sound else found.why
    return _build_check_answer(file, found, line)


def _build_check_answer(file: str, found: RecordCheckResult, line: str) -> Answer:
    sound = found.is_sound
    shape = make_shape(shapes.RecordCheckShape, found, sound=sound, file=file, text=found.why)
    damage = "the record is damaged or was altered. Ask the sender for a new copy."
    return Answer(shape, lambda: [line], messages=[] if sound else [damage], failed=not sound)
