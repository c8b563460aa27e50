"""The commands ``verify``, ``backup``, ``restore``, ``info`` and others, for the whole ledger."""

from __future__ import annotations

import platform
from collections.abc import Iterator, Sequence
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import click

from exports.shapes import ledger_command_json_types as shapes
from exports.shapes.json_base_type import make_shape
from tracker import __version__
from tracker.application.errors import Refused
from tracker.cli import import_and_verify_commands
from tracker.cli.book_opening_and_backup import open_book_for_command
from tracker.cli.command_parameters import declare_argument, declare_option
from tracker.cli.command_registration import (
    LEDGER,
    Answer,
    Group,
    register_command,
    register_command_on_target,
)
from tracker.cli.file_input_and_output import parse_output_file_path
from tracker.cli.messages_and_exit_codes import print_message
from tracker.cli.rules_and_odds_output import show_progress_bar
from tracker.cli.shared_options import Db
from tracker.ledger.store_opening_and_copying import (
    get_sqlite_version_and_wal_fault,
    is_sqlite_file,
)

if TYPE_CHECKING:
    from tracker.application.book import Book

COMMANDS = Group()
COMMANDS.commands.update(import_and_verify_commands.COMMANDS.commands)


@register_command(COMMANDS, "verify")
def verify_ledger(
    file: Annotated[
        str,
        declare_argument(
            "FILE", "A match or league record, or a ledger.", show_default="your ledger"
        ),
    ] = "",
    replay: Annotated[
        bool, declare_option("Instead, replay the players' entries with the current rules.")
    ] = False,
    anchor: Annotated[
        tuple[str, ...],
        declare_option(
            "Check that the ledger still contains everything up to this anchor; repeat for more."
        ),
    ] = (),
    db: Db = None,
) -> Answer:
    """Check every row of the ledger, or a record. Exits with 1 if anything is wrong."""
    if file and is_sqlite_file(Path(file)):
        file, db = "", file
    if file and replay:
        raise click.BadParameter(
            "remove this option, because a record is always replayed when it is checked",
            param_hint="--replay",
        )
    if anchor and (file or replay):
        raise click.BadParameter(
            "remove this option, because only a ledger is checked against anchors",
            param_hint="--anchor",
        )
    if replay:
        return _replay_matches(db)
    if file:
        return import_and_verify_commands.check_record(file)
    return _check_ledger(db, anchor)


def _check_ledger(db: str | None, anchors: Sequence[str]) -> Answer:
    from tracker.application import ledger_maintenance_reports
    from tracker.application.book import describe_ledger_location, is_ledger_on_server

    with open_book_for_command(db) as opened, show_progress_bar("checking events") as progress:
        reasons = [opened.explain_anchor_mismatch(code) for code in anchors]
        report = opened.verify_ledger(progress)
        now = str(opened.compute_history_anchor()) if report.is_sound else None
    pairs = zip(anchors, reasons, strict=True)
    found = [
        shapes.AnchorShape(anchor=code, held=not reason, text=reason) for code, reason in pairs
    ]
    problems = [
        make_shape(shapes.LedgerProblemShape, one, match=one.stream, text=one.message)
        for one in report.problems
    ]
    shape = make_shape(
        shapes.LedgerVerificationShape,
        report,
        sound=report.is_sound,
        problems=problems,
        anchor=now,
        anchors=found,
    )

    def list_lines() -> list[str]:
        anchor_lines = [f"{one.anchor}: {one.text or 'found in this ledger'}" for one in found]
        now = [f"anchor {shape.anchor}"] if shape.sound else []
        return [*ledger_maintenance_reports.describe_ledger_check(report), *anchor_lines, *now]

    messages = []
    location = describe_ledger_location(db)
    holds_anchors = all(one.held for one in found)
    if report.has_only_wrong_summaries and holds_anchors:
        messages.append(
            "all events are intact, but the lists are wrong. To rebuild the lists, run:"
            f" warledger rebuild --db {location}."
        )
    elif not shape.sound:
        restore = (
            ""
            if is_ledger_on_server(db)
            else f" To restore a backup, run: warledger restore --db {location}."
        )
        messages.append(
            f"the ledger was altered outside Warledger.{restore} To save the undamaged part, run:"
            f" warledger salvage {location} NEW."
        )
    failed = not (shape.sound and holds_anchors)
    return Answer(shape, list_lines, messages=messages, failed=failed)


def _replay_matches(db: str | None) -> Answer:
    from tracker.application import ledger_maintenance_reports

    with open_book_for_command(db) as opened:
        results = list(ledger_maintenance_reports.replay_all_matches(opened))
    matches = [
        make_shape(shapes.MatchReplayShape, row, same=row.gives_recorded_results) for row in results
    ]
    same = all(row.same for row in matches)
    shape = make_shape(shapes.ReplayCheckShape, same=same, matches=matches)
    different = "the ledger is intact, but the current rules give a different result."
    return Answer(
        shape,
        lambda: ledger_maintenance_reports.describe_replay_results(results),
        messages=[] if same else [different],
        failed=not same,
    )


@register_command(COMMANDS, "backup")
def back_up_ledger(
    target: Annotated[str, declare_argument("FILE", "The new file.")],
    db: Db = None,
) -> Answer:
    """Copy the ledger to a new file, even while it is in use. Exits with 1 if data is missing."""
    from tracker.application import ledger_maintenance_reports
    from tracker.application.book import describe_ledger_location
    from tracker.application.ledger_restore_and_salvage import back_up_or_salvage_ledger

    with open_book_for_command(db) as opened:
        anchor, salvaged = back_up_or_salvage_ledger(opened, parse_output_file_path(target))
    missing = ledger_maintenance_reports.describe_salvage_losses(salvaged)
    shape = shapes.BackupResultShape(
        ledger=describe_ledger_location(db),
        backup=target,
        anchor=str(anchor),
        missing=list(missing[1:]),
    )
    return Answer(
        shape, lambda: [target], messages=[*missing, f"anchor {anchor}"], failed=bool(missing)
    )


NO_BACKUP = (
    "{} has no automatic backup yet. Warledger makes one after each game. To make a copy now, run:"
    " warledger backup FILE. To restore such a copy, run: warledger restore FILE."
)


@register_command(COMMANDS, "copy")
def copy_ledger(
    source: Annotated[str, declare_argument("FROM", "A ledger: a file or URL.")],
    target: Annotated[str, declare_argument("TO", "A new file, or the URL of an empty database.")],
) -> Answer:
    """Copy a whole ledger to a new file or to a server, and check every row."""
    from tracker.application import ledger_maintenance_reports, ledger_restore_and_salvage
    from tracker.application.book import describe_ledger_location

    parse_output_file_path(target)
    anchor, found = ledger_restore_and_salvage.copy_or_salvage_ledger(source, target)
    missing = ledger_maintenance_reports.describe_salvage_losses(found)
    shape = shapes.LedgerCopyShape(
        source=describe_ledger_location(source),
        target=describe_ledger_location(target),
        anchor=str(anchor),
        missing=list(missing[1:]),
    )
    messages = [*missing, f"anchor {anchor}"]
    return Answer(shape, lambda: [shape.target], messages=messages, failed=bool(missing))


@register_command(COMMANDS, "restore")
def list_or_restore_backups(
    copy: Annotated[
        str,
        declare_argument(
            "COPY",
            "The backup: its number or file name in the list, last, or any other file.",
            show_default="list the backups",
        ),
    ] = "",
    db: Db = None,
) -> Answer:
    """List the backups, or restore one. The current ledger is renamed, not deleted."""
    from tracker.application import ledger_restore_and_salvage

    ledger = _require_ledger_file(db)
    restored = beside = None
    if copy:
        restored = ledger_restore_and_salvage.resolve_backup_path(ledger, copy)
        if ledger.exists() and restored.exists():
            now = ledger_restore_and_salvage.describe_ledger_contents(ledger)
            then = ledger_restore_and_salvage.describe_ledger_contents(restored)
            if then != ledger_restore_and_salvage.UNKNOWN_CONTENTS:  # refused below
                print_message(f"{ledger} has {now}; {restored} has {then}.")
        beside = ledger_restore_and_salvage.restore_backup(ledger, restored)
    shape = shapes.RestoreResultShape(
        ledger=str(ledger),
        copies=[] if copy else [*_list_backups(ledger)],
        restored=None if restored is None else str(restored),
        beside=None if beside is None else str(beside),
    )

    if restored is None:
        lines = [*map(_format_backup, shape.copies)] or [NO_BACKUP.format(ledger)]
        return Answer(shape, lambda: lines)
    set_beside = f"; the previous ledger is now {beside}" if beside else ""
    line = f"{ledger} was restored from {restored}, and every row was checked{set_beside}"
    return Answer(shape, lambda: [line])


@register_command(COMMANDS, "salvage")
def salvage_ledger(
    damaged: Annotated[
        str, declare_argument("DAMAGED", "The damaged ledger; the command does not change it.")
    ],
    new: Annotated[str, declare_argument("NEW", "The new ledger.")],
) -> Answer:
    """Copy a ledger's undamaged part to a new ledger. Exits with 1 if anything is missing."""
    from tracker.application import ledger_maintenance_reports, ledger_restore_and_salvage
    from tracker.application.book import open_book

    parse_output_file_path(new)
    found = ledger_restore_and_salvage.salvage_ledger(damaged, new)
    with open_book(new, only_reading=True) as book:
        summaries = [book.get_summary(one.stream) for one in found.streams]
    rows = [
        make_shape(
            shapes.SalvagedStreamShape,
            one,
            match=one.stream,
            title=summary.title if summary else "",
            events=one.kept,
            text=ledger_maintenance_reports.describe_salvaged_stream(one),
        )
        for one, summary in zip(found.streams, summaries, strict=True)
    ]
    shape = shapes.SalvageResultShape(damaged=damaged, new=new, whole=found.whole, streams=rows)
    messages = []
    if not found.whole:
        unlisted = (
            " The file is incomplete, so games and leagues that are not listed may be missing."
            if found.is_cut_off
            else ""
        )
        messages.append(
            f"parts of {damaged} could not be read. {new} contains the other parts, and every row"
            f" was checked.{unlisted}"
        )
    return Answer(
        shape,
        lambda: [f"{' '.join(filter(None, (row.match, row.title)))}: {row.text}" for row in rows],
        messages=messages,
        failed=not found.whole,
    )


def _list_backups(ledger: Path) -> Iterator[shapes.BackupCopyShape]:
    from tracker.application import ledger_restore_and_salvage

    for number, copy in enumerate(ledger_restore_and_salvage.list_backups(ledger), 1):
        held = ledger_restore_and_salvage.count_ledger_contents(copy.file)
        yield make_shape(
            shapes.BackupCopyShape,
            held,
            number=number,
            file=str(copy.file),
            made=f"{copy.made_at:%Y-%m-%dT%H:%M:%SZ}",
            bytes=copy.file.stat().st_size,
        )


def _format_backup(row: shapes.BackupCopyShape) -> str:
    """Format a backup as a line, with its local time."""
    from tracker.application.ledger_maintenance_reports import describe_content_counts

    made = datetime.fromisoformat(row.made).astimezone()
    held = describe_content_counts(row.matches, row.leagues, row.events)
    return f"{row.number:>2}  {made:%Y-%m-%d %H:%M}  {held}  {row.file}"


def _require_ledger_file(db: str | None) -> Path:
    """Return the path of the ledger file. Raises ``Refused`` for a ledger that is not in a file."""
    from tracker.application.book import find_ledger_file

    file = find_ledger_file(db)
    if file is None:
        raise Refused("Only a ledger in a file has backups. Give the path of a ledger file.")
    return file


@register_command_on_target(COMMANDS, "rebuild", LEDGER)
def rebuild_game_lists(book: Book) -> Answer:
    """Rebuild the lists of games from the events, and report the differences."""
    from tracker.application import ledger_maintenance_reports

    with show_progress_bar("reading events") as progress:
        report = book.rebuild_summaries(progress)
    rows = [
        make_shape(shapes.SummaryDifferenceShape, one, match=one.stream)
        for one in report.differences
    ]
    shape = make_shape(shapes.SummaryRebuildShape, report, differences=rows)
    return Answer(shape, lambda: ledger_maintenance_reports.describe_summary_rebuild(report))


@register_command(COMMANDS, "info")
def show_ledger_info(db: Db = None) -> Answer:
    """Show version numbers, and the ledger's path and contents."""
    from tracker.application import ledger_maintenance_reports
    from tracker.application.book import IN_MEMORY, describe_ledger_location, find_ledger_file
    from tracker.application.ledger_maintenance_reports import LedgerContents
    from tracker.cli.rules_commands import build_ruleset_list_shape, list_rejected_ruleset_lines

    file, location = find_ledger_file(db), describe_ledger_location(db)
    exists = file.exists() if file is not None else location != IN_MEMORY
    sqlite, fault = get_sqlite_version_and_wal_fault()
    contents, server, size = LedgerContents(0, 0, 0, 0), None, 0
    if exists:
        with open_book_for_command(db) as opened:
            contents = ledger_maintenance_reports.count_book_contents(opened)
            server, size = opened.server_version, opened.file_size
    plugins = build_ruleset_list_shape()
    shape = make_shape(
        shapes.ProgramInfoShape,
        contents,
        plugins,
        version=__version__,
        python=platform.python_version(),
        sqlite=sqlite,
        wal_fault=fault and server is None,
        postgresql=server,
        ledger=location,
        exists=exists,
        bytes=size,
    )

    lines = [
        f"warledger {shape.version}, Python {shape.python}, "
        + (f"PostgreSQL {server}" if server else f"SQLite {shape.sqlite}"),
        f"ledger   {shape.ledger}" + ("" if shape.exists else "  (not begun yet)"),
        f"holds    {contents}" + ("" if file is None else f", {shape.bytes / 1024:.0f} KiB"),
        *(f"rules    {rules.id} {rules.version}  {rules.title}" for rules in shape.rulesets),
        *list_rejected_ruleset_lines(shape.set_aside),
    ]
    if shape.wal_fault:
        lines.append(
            "This version of SQLite has a rare bug (fixed in 3.51.3). Warledger avoids the"
            " bug, but do not let other programs write to the ledger."
        )
    return Answer(shape, lambda: lines)
