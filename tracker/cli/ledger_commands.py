"""The commands ``import``, ``verify``, ``backup`` and others, for the whole ledger."""

from __future__ import annotations

import platform
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import click

from exports.shapes import command_output_json_types as shapes
from exports.shapes.json_base_type import make_shape
from tracker import __version__
from tracker.cli import record_commands, restore_copy_and_salvage_commands
from tracker.cli.command_factory import Group
from tracker.cli.command_helpers import (
    FAILED,
    Db,
    Json,
    open_book,
    parse_output_file_path,
    print_answer,
    print_message,
)
from tracker.cli.command_parameters import declare_argument, declare_option
from tracker.cli.rules_and_odds_output import show_progress_bar
from tracker.ledger.store_opening import get_sqlite_version_and_wal_fault, is_sqlite_file


def register_ledger_commands(app: Group) -> None:
    """Add the ledger's commands at the top level."""
    app.command("import")(record_commands.import_record)
    app.command("verify")(verify_ledger)
    app.command("backup")(back_up_ledger)
    app.command("copy")(restore_copy_and_salvage_commands.copy_ledger)
    app.command("restore")(restore_copy_and_salvage_commands.restore_ledger)
    app.command("salvage")(restore_copy_and_salvage_commands.salvage_ledger)
    app.command("rebuild")(rebuild_game_lists)
    app.command("info")(show_ledger_info)


def verify_ledger(
    file: Annotated[
        str, declare_argument("FILE", "A match record, or a ledger.", show_default="your ledger")
    ] = "",
    replay: Annotated[
        bool, declare_option("Replay the players' entries with the current rules instead.")
    ] = False,
    anchor: Annotated[
        list[str] | None,
        declare_option(
            "Check that the ledger still contains everything up to this anchor; repeat for more."
        ),
    ] = None,
    db: Db = None,
    as_json: Json = False,
) -> None:
    """Check every row of the ledger, or a record. Exits with 1 at the first mistake."""
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
        _replay_matches(db, as_json)
        return
    if file:
        record_commands.print_record_check(file, as_json)
        return
    _check_ledger(db, anchor or (), as_json)


def _check_ledger(db: str | None, anchors: Sequence[str], as_json: bool) -> None:
    """Check every row and the ``anchors``. Exits with 1 if anything is wrong."""
    from tracker.application import ledger_maintenance_reports
    from tracker.application.book import describe_ledger_location, is_ledger_on_server

    with open_book(db) as opened, show_progress_bar("checking events") as progress:
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

    print_answer(shape, as_json, list_lines)
    if not shape.sound:
        location = describe_ledger_location(db)
        restore = (
            ""
            if is_ledger_on_server(db)
            else f" To restore a backup, run: warledger restore --db {location}."
        )
        print_message(
            f"the ledger was altered outside Warledger.{restore} To save the undamaged part, run:"
            f" warledger salvage {location} NEW."
        )
    if not (shape.sound and all(one.held for one in found)):
        raise click.exceptions.Exit(FAILED)


def _replay_matches(db: str | None, as_json: bool) -> None:
    """Replay every match with the current rules. Exits with 1 if a result differs."""
    from tracker.application import ledger_maintenance_reports

    with open_book(db) as opened:
        results = list(ledger_maintenance_reports.replay_all_matches(opened))
    matches = [
        make_shape(shapes.MatchReplayShape, row, same=row.gives_recorded_results) for row in results
    ]
    same = all(row.same for row in matches)
    shape = make_shape(shapes.ReplayCheckShape, same=same, matches=matches)
    print_answer(
        shape, as_json, lambda: ledger_maintenance_reports.describe_replay_results(results)
    )
    if not shape.same:
        print_message("the ledger is intact, but the current rules give a different result.")
        raise click.exceptions.Exit(FAILED)


def back_up_ledger(
    target: Annotated[str, declare_argument("FILE", "The new file.")],
    db: Db = None,
    as_json: Json = False,
) -> None:
    """Copy the ledger to a new file, even during use. Exits with 1 if the copy is incomplete."""
    from tracker.application import ledger_maintenance_reports
    from tracker.application.automatic_backups import back_up_or_salvage_ledger
    from tracker.application.book import describe_ledger_location

    with open_book(db) as opened:
        anchor, salvaged = back_up_or_salvage_ledger(opened, parse_output_file_path(target))
    missing = ledger_maintenance_reports.describe_salvage_losses(salvaged)
    shape = shapes.BackupResultShape(
        ledger=describe_ledger_location(db),
        backup=target,
        anchor=str(anchor),
        missing=list(missing[1:]),
    )
    print_answer(shape, as_json, lambda: [target])
    restore_copy_and_salvage_commands.print_anchor_and_missing_events(anchor, missing)


def rebuild_game_lists(db: Db = None, as_json: Json = False) -> None:
    """Rebuild the lists of games from the events, and report the differences."""
    from tracker.application import ledger_maintenance_reports

    with open_book(db) as opened, show_progress_bar("reading events") as progress:
        report = opened.rebuild_summaries(progress)
    rows = [
        make_shape(shapes.SummaryDifferenceShape, one, match=one.stream)
        for one in report.differences
    ]
    shape = make_shape(shapes.SummaryRebuildShape, report, differences=rows)
    print_answer(
        shape, as_json, lambda: ledger_maintenance_reports.describe_summary_rebuild(report)
    )


def show_ledger_info(db: Db = None, as_json: Json = False) -> None:
    """Show version numbers, and the ledger's path and contents."""
    from tracker.application import ledger_maintenance_reports
    from tracker.application.book import IN_MEMORY, describe_ledger_location, find_ledger_file
    from tracker.application.ledger_maintenance_reports import LedgerContents
    from tracker.cli.rules_commands import build_ruleset_list_shape, list_rejected_ruleset_lines

    file, location = find_ledger_file(db), describe_ledger_location(db)
    exists = file.exists() if file is not None else location != IN_MEMORY
    size = file.stat().st_size if file is not None and exists else 0
    sqlite, fault = get_sqlite_version_and_wal_fault()
    contents, server = LedgerContents(0, 0, 0, 0), None
    if exists:
        with open_book(db) as opened:
            contents = ledger_maintenance_reports.count_book_contents(opened)
            server = opened.server_version
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

    def list_lines() -> list[str]:
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
        return lines

    print_answer(shape, as_json, list_lines)
