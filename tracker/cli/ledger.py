"""``warledger import``, ``verify``, ``backup``, ``rebuild``, ``info``: the ledger itself."""

from __future__ import annotations

import platform
from pathlib import Path
from typing import Annotated

import typer

from tracker import __version__
from tracker.cli import backup_commands, record
from tracker.cli.context import FAILED, Db, Json, answer, open_book, say
from tracker.cli.parameters import argument, option
from tracker.cli.text_output import bar


def register(app: typer.Typer) -> None:
    """Put these commands beside the groups."""
    app.command("import")(record.bring_in)
    app.command("verify")(verify)
    app.command("backup")(back_up_ledger)
    app.command("copy")(backup_commands.copy)
    app.command("restore")(backup_commands.restore)
    app.command("salvage")(backup_commands.salvage)
    app.command("rebuild")(rebuild)
    app.command("info")(show_info)


def verify(
    file: Annotated[
        str, argument("FILE", "A match record, or a ledger.", shown="your ledger")
    ] = "",
    replay: Annotated[
        bool, option("Replay the players' entries with today's rules instead.", "--replay")
    ] = False,
    anchor: Annotated[
        list[str] | None,
        option("Check that the past of this anchor is still there; repeat for more.", "--anchor"),
    ] = None,
    db: Db = None,
    as_json: Json = False,
) -> None:
    """Check every row of the ledger, or a match record; exits 1 and names the first mistake."""
    from exports.shapes.reports import AnchorShape, LedgerProblemShape, VerifiedShape
    from exports.shapes.shape import copy_shape
    from tracker.application import maintenance
    from tracker.application.book import is_ledger, is_on_server

    if file and is_ledger(file):
        file, db = "", file
    if file and replay:
        raise typer.BadParameter(
            "a record is always replayed when it is checked", param_hint="--replay"
        )
    if anchor and (file or replay):
        raise typer.BadParameter("an anchor belongs to the rows of a ledger", param_hint="--anchor")
    if replay:
        _play_again(db, as_json)
        return
    if file:
        record.check(file, as_json)
        return
    with open_book(db) as opened, bar("checking events") as progress:
        why_not = [opened.explain_missing_anchor(code) for code in anchor or ()]
        report = opened.verify(progress)
        now = str(opened.anchor()) if report.sound else None
    held = [
        AnchorShape(anchor=code, held=not why, text=why)
        for code, why in zip(anchor or (), why_not, strict=True)
    ]
    problems = [
        LedgerProblemShape(match=p.stream, version=p.version, position=p.position, text=p.message)
        for p in report.problems
    ]
    shape = copy_shape(
        VerifiedShape,
        report,
        problems=problems,
        earlier=list(report.earlier),
        anchor=now,
        anchors=held,
    )

    def told() -> list[str]:
        of_anchors = [f"{one.anchor}: {one.text or 'the ledger contains it'}" for one in held]
        now = [f"anchor {shape.anchor}"] if shape.sound else []
        return [*maintenance.describe_check(report), *of_anchors, *now]

    answer(shape, as_json, told)
    if not shape.sound:
        of_file = "" if is_on_server(db) else "warledger restore, "
        say(f"the ledger has been altered. Run: {of_file}warledger salvage.")
    if not (shape.sound and all(one.held for one in held)):
        raise typer.Exit(FAILED)


def _play_again(db: str | None, as_json: bool) -> None:
    """Run every match through today's rules; exits 1 where they say another thing."""
    from exports.shapes.reports import PlayedAgainShape, ReplayedShape
    from exports.shapes.shape import copy_shape
    from tracker.application import maintenance

    with open_book(db) as opened:
        found = list(maintenance.play_again(opened))
    rows = [copy_shape(PlayedAgainShape, row, same=row.same) for row in found]
    shape = ReplayedShape(same=all(row.same for row in rows), matches=rows)
    answer(shape, as_json, lambda: maintenance.describe_replay(found))
    if not shape.same:
        say("the ledger is intact; only today's rules give a different result.")
        raise typer.Exit(FAILED)


def back_up_ledger(
    target: Annotated[str, argument("FILE", "The new file.")],
    db: Db = None,
    as_json: Json = False,
) -> None:
    """Copy the ledger to a new file, even while in use; exits 1 if anything is missing."""
    from exports.shapes.reports import BackedUpShape
    from tracker.application import maintenance
    from tracker.application.backups import back_up_ledger

    with open_book(db) as opened:
        anchor, found = back_up_ledger(opened, Path(target))
    missing = maintenance.list_missing(found)
    shape = BackedUpShape(
        ledger=_where(db), backup=target, anchor=str(anchor), missing=list(missing[1:])
    )
    answer(shape, as_json, lambda: [target])
    backup_commands.end_copy(anchor, missing)


def rebuild(db: Db = None, as_json: Json = False) -> None:
    """Rebuild the lists of games from their events; says what differed."""
    from exports.shapes.reports import ChangedShape, RebuiltShape
    from tracker.application import maintenance

    with open_book(db) as opened, bar("reading events") as progress:
        report = opened.rebuild(progress)
    rows = [
        ChangedShape(match=d.stream, field=d.field, was=d.was, now=d.now)
        for d in report.differences
    ]
    shape = RebuiltShape(streams=report.streams, events=report.events, differences=rows)

    answer(shape, as_json, lambda: maintenance.describe_rebuild(report))


def show_info(db: Db = None, as_json: Json = False) -> None:
    """Show versions, the ledger and its contents."""
    from exports.shapes.reports import InfoShape
    from exports.shapes.shape import copy_shape
    from tracker.application import maintenance
    from tracker.application.book import IN_MEMORY, find_ledger_file
    from tracker.application.maintenance import LedgerContents
    from tracker.cli.rules import build_rules_list
    from tracker.ledger import read_sqlite_version

    file, where = find_ledger_file(db), _where(db)
    exists = file.exists() if file is not None else where != IN_MEMORY
    size = file.stat().st_size if file is not None and exists else 0
    sqlite, fault = read_sqlite_version()
    held, server = LedgerContents(0, 0, 0, 0), None
    if exists:
        with open_book(db) as opened:
            held = maintenance.count_holdings(opened)
            server = opened.server_version
    plugins = build_rules_list()
    shape = copy_shape(
        InfoShape,
        held,
        plugins,
        version=__version__,
        python=platform.python_version(),
        sqlite=sqlite,
        wal_fault=fault and server is None,
        postgresql=server,
        ledger=where,
        exists=exists,
        bytes=size,
    )

    def told() -> list[str]:
        lines = [
            f"warledger {shape.version}, Python {shape.python}, "
            + (f"PostgreSQL {server}" if server else f"SQLite {shape.sqlite}"),
            f"ledger   {shape.ledger}" + ("" if shape.exists else "  (not begun yet)"),
            f"holds    {held}" + ("" if file is None else f", {shape.bytes / 1024:.0f} KiB"),
            *(f"rules    {rules.id} {rules.version}  {rules.title}" for rules in shape.rulesets),
            *(
                f"not loaded {each.name} of the package {each.package}: {each.why}"
                for each in shape.set_aside
            ),
        ]
        if shape.wal_fault:
            lines.append(
                "This SQLite has a rare fault when its log is written and moved at the same time "
                "(fixed in 3.51.3). Warledger never does that; let no other program write to the "
                "ledger."
            )
        return lines

    answer(shape, as_json, told)


def _where(db: str | None) -> str:
    from tracker.application.book import describe_ledger_place

    return describe_ledger_place(db)
