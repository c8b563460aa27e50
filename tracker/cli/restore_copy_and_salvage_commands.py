"""The commands ``restore``, ``copy`` and ``salvage``, for backups and damaged ledgers."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import Annotated

from exports.shapes import command_output_json_types as shapes
from exports.shapes.json_base_type import make_shape
from tracker.application.errors import Refused
from tracker.cli.command_factory import Answer, Group, register_command
from tracker.cli.command_helpers import Db, parse_output_file_path, print_message
from tracker.cli.command_parameters import declare_argument

COMMANDS = Group()
NO_BACKUP = (
    "{} has no backup yet. Warledger makes a backup after each game. To make a backup now,"
    " run: warledger backup FILE."
)


@register_command(COMMANDS, "copy")
def copy_ledger(
    source: Annotated[str, declare_argument("FROM", "A ledger: a file or URL.")],
    target: Annotated[str, declare_argument("TO", "A new file, or the URL of an empty database.")],
) -> Answer:
    """Copy a whole ledger to a new file or to a server, and check every row."""
    from tracker.application import automatic_backups, ledger_maintenance_reports
    from tracker.application.book import describe_ledger_location

    parse_output_file_path(target)
    anchor, found = automatic_backups.copy_or_salvage_ledger(source, target)
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
def restore_ledger(
    copy: Annotated[
        str,
        declare_argument(
            "COPY",
            "The backup: its file name or number in the list, last, or any file.",
            show_default="list the backups",
        ),
    ] = "",
    db: Db = None,
) -> Answer:
    """List the backups, or restore one. The current ledger is renamed, not deleted."""
    from tracker.application import automatic_backups

    ledger = _require_ledger_file(db)
    restored = beside = None
    if copy:
        restored = automatic_backups.find_backup(ledger, copy)
        if ledger.exists() and restored.exists():
            now = automatic_backups.describe_ledger_contents(ledger)
            then = automatic_backups.describe_ledger_contents(restored)
            print_message(f"{ledger} has {now}; {restored} has {then}.")
        beside = automatic_backups.restore_backup(ledger, restored)
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
    """Copy a ledger's undamaged part to a new ledger. Exits with 1 if the copy is incomplete."""
    from tracker.application import automatic_backups, ledger_maintenance_reports
    from tracker.application.book import open_book

    parse_output_file_path(new)
    found = automatic_backups.salvage_ledger(damaged, new)
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
        lambda: [f"{row.match} {row.title}: {row.text}" for row in rows],
        messages=messages,
        failed=not found.whole,
    )


def _list_backups(ledger: Path) -> Iterator[shapes.BackupCopyShape]:
    from tracker.application import automatic_backups

    for number, copy in enumerate(automatic_backups.list_backups(ledger), 1):
        held = automatic_backups.count_ledger_contents(copy.file)
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
