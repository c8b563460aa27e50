"""``warledger import`` and ``verify FILE``: match records, from people and for people."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from tracker.cli.context import FAILED, Db, Id, Json, answer, book, read_text, say
from tracker.vocabulary.counts import plural


def bring_in(
    file: Annotated[str, typer.Argument(metavar="FILE", help="A match record; - for stdin.")],
    changed: Annotated[
        bool, typer.Option("--changed", help="Take it though it was changed since it was written.")
    ] = False,
    once: Id = "",
    db: Db = None,
    as_json: Json = False,
) -> None:
    """Bring a match record into the ledger; one that is there already changes nothing."""
    from exports.formats import readers
    from exports.shapes.reports import ImportedShape
    from exports.shapes.shape import shaped
    from tracker.application.records import bringing_in
    from tracker.application.records.beside import rosters_beside

    text = read_text(file)
    with book(db, begins=True, once=once) as opened:
        done = bringing_in.bring_in(
            opened, text, rosters_beside(Path(file)), changed=changed, readers=readers()
        )
    for warning in done.warnings:
        say(warning)
    shape = shaped(ImportedShape, done, warnings=list(done.warnings))

    def told() -> list[str]:
        if shape.was_there:
            return [f"{shape.match} {shape.title} is this match already; nothing was changed"]
        return [f"{shape.match} {shape.title}: {plural(shape.lines, 'line')}"]

    answer(shape, as_json, told)


def check(file: str, as_json: bool) -> None:
    """Check a match record by itself; exits 1 and names the first line that is not right."""
    from exports.shapes.reports import RecordCheckedShape
    from exports.shapes.shape import shaped
    from tracker.application.errors import Refused
    from tracker.application.records import checking
    from tracker.application.records.beside import rosters_beside
    from tracker.application.records.rows import NoRecord

    try:
        found = checking.check(read_text(file, "replace"), rosters_beside(Path(file)))
    except NoRecord as error:
        raise Refused(f"{file} is no ledger and no match record: {error.why}") from error
    shape = shaped(
        RecordCheckedShape,
        found,
        file=file,
        text=found.why,
    )

    def told() -> list[str]:
        held = f"{plural(shape.rows, 'line')}, {plural(shape.events, 'event')}"
        if shape.sound and shape.checked:
            return [f"{held}: all is as it was written"]
        if shape.sound:
            return [f"{held}: all can be played (no checks)"]
        return [f"line {shape.line}: {shape.text}"]

    answer(shape, as_json, told)
    if not shape.sound:
        say("the record is not as it was written, or does not fit; ask for it again.")
        raise typer.Exit(FAILED)
