"""``warledger restore``, ``copy`` and ``salvage``: a copy put back, a ledger that goes elsewhere,
and what is sound of a damaged one.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from tracker.cli.context import FAILED, Db, Json, answer, say
from tracker.cli.parameters import argument

if TYPE_CHECKING:
    from exports.shapes.reports import KeptCopyShape
    from tracker.ledger import Anchor


NO_COPY = (
    "no copy of {} is kept yet. One is made after each game. To make one now, run: warledger "
    "backup FILE."
)


def restore(
    copy: Annotated[
        str, argument("COPY", "Its number, last, or a file.", shown="a list of them")
    ] = "",
    db: Db = None,
    as_json: Json = False,
) -> None:
    """List the copies of the ledger, or restore one; the current ledger is kept beside it."""
    from exports.shapes.reports import RestoredShape
    from tracker.application import backups

    ledger = _file(db)
    restored = beside = None
    if copy:
        restored = backups.find_copy(ledger, copy)
        if ledger.exists() and restored.exists():
            now, then = (
                backups.describe_file_holdings(ledger),
                backups.describe_file_holdings(restored),
            )
            say(f"{ledger} has {now}; {restored} has {then}.")
        beside = backups.restore(ledger, restored)
    shape = RestoredShape(
        ledger=str(ledger),
        copies=[] if copy else [*_copies(ledger)],
        restored=None if restored is None else str(restored),
        beside=None if beside is None else str(beside),
    )

    def told() -> list[str]:
        if restored is None:
            return [*map(_line, shape.copies)] or [NO_COPY.format(ledger)]
        set_beside = f"; the previous ledger is now {beside}" if beside else ""
        return [f"{ledger} is restored from {restored}, and every row was checked{set_beside}"]

    answer(shape, as_json, told)


def copy(
    source: Annotated[str, argument("FROM", "A ledger: a file or URL.")],
    target: Annotated[str, argument("TO", "A new file, or the URL of an empty database.")],
    as_json: Json = False,
) -> None:
    """Copy a whole ledger to a new file, to a server or from one; every row is checked."""
    from exports.shapes.reports import CopiedShape
    from tracker.application import backups, maintenance
    from tracker.application.book import describe_ledger_place

    anchor, found = backups.copy_whole_ledger(source, target)
    missing = maintenance.list_missing(found)
    shape = CopiedShape(
        source=describe_ledger_place(source),
        target=describe_ledger_place(target),
        anchor=str(anchor),
        missing=list(missing[1:]),
    )
    answer(shape, as_json, lambda: [shape.target])
    end_copy(anchor, missing)


def end_copy(anchor: Anchor, missing: Sequence[str]) -> None:
    """Say the anchor of a copy and what it lacks; exits 1 if anything is missing."""
    for line in missing:
        say(line)
    say(f"anchor {anchor}")
    if missing:
        raise typer.Exit(FAILED)


def salvage(
    damaged: Annotated[str, argument("DAMAGED", "The ledger; it is not changed.")],
    new: Annotated[str, argument("NEW", "The new ledger.")],
    as_json: Json = False,
) -> None:
    """Copy what is undamaged in a ledger to a new one; exits 1 if anything is missing."""
    from exports.shapes.reports import SalvagedShape, SalvagedStreamShape
    from exports.shapes.shape import copy_shape
    from tracker.application import backups, maintenance
    from tracker.application.book import open_book

    found = backups.salvage(damaged, new)
    with open_book(new, only_reading=True) as book:
        summaries = [book.summary(one.stream) for one in found.streams]
    rows = [
        copy_shape(
            SalvagedStreamShape,
            one,
            match=one.stream,
            title=summary.title if summary else "",
            events=one.kept,
            text=maintenance.describe_salvaged(one),
        )
        for one, summary in zip(found.streams, summaries, strict=True)
    ]
    shape = SalvagedShape(damaged=damaged, new=new, whole=found.whole, streams=rows)
    answer(shape, as_json, lambda: [f"{row.match} {row.title}: {row.text}" for row in rows])
    if not found.whole:
        say(f"parts of {damaged} could not be read. {new} has the rest; every row was checked.")
        raise typer.Exit(FAILED)


def _copies(ledger: Path) -> Iterator[KeptCopyShape]:
    from exports.shapes.reports import KeptCopyShape
    from exports.shapes.shape import copy_shape
    from tracker.application import backups

    for number, copy in enumerate(backups.list_copies(ledger), 1):
        held = backups.count_file_holdings(copy.file)
        yield copy_shape(
            KeptCopyShape,
            held,
            number=number,
            file=str(copy.file),
            made=f"{copy.made_at:%Y-%m-%dT%H:%M:%SZ}",
            bytes=copy.file.stat().st_size,
        )


def _line(row: KeptCopyShape) -> str:
    """With the time of the clock on the wall, as people look for it."""
    from datetime import datetime

    from tracker.application.maintenance import describe_holdings

    made = datetime.fromisoformat(row.made).astimezone()
    held = describe_holdings(row.matches, row.leagues, row.events)
    return f"{row.number:>2}  {made:%Y-%m-%d %H:%M}  {held}  {row.file}"


def _file(db: str | None) -> Path:
    """The file of the ledger. Raises ``Refused`` for one in memory."""
    from tracker.application.book import find_ledger_file
    from tracker.application.errors import Refused

    file = find_ledger_file(db)
    if file is None:
        raise Refused("Copies are kept only of a ledger in a file. Give the path of one.")
    return file
