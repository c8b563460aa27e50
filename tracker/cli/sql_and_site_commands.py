"""The commands ``tables`` and ``site``, which write the ledger as SQL tables or web pages."""

from __future__ import annotations

import sys
import time
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from exports.shapes.command_output_json_types import SiteWriteShape, SqlTablesWriteShape
from exports.shapes.json_base_type import make_shape
from tracker.cli.command_factory import (
    LEDGER,
    Answer,
    Group,
    print_answer,
    register_command_on_target,
)
from tracker.cli.command_helpers import Db, Json, open_book, parse_output_file_path, print_message
from tracker.cli.command_parameters import declare_argument, declare_option
from tracker.ledger.ledger_address import hide_password

if TYPE_CHECKING:
    from exports.sql_tables.incremental_table_export import TablesWriteResult
    from tracker.application.book import Book
    from tracker.application.errors import ServerUnreachable

COMMANDS = Group()
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
        print_answer(answer, as_json)
        sys.stdout.flush()

    def print_loss(error: ServerUnreachable) -> None:
        print_message(f"{error.message} Warledger keeps trying until the server is back.")

    parse_output_file_path(target)
    with open_book(db) as opened:
        if follow:
            with suppress(KeyboardInterrupt):
                keep_sql_tables_current(
                    opened, target, print_result, print_loss, wait_for_next_poll
                )
        else:
            print_result(update_sql_tables_in_database(opened, target))


def wait_for_next_poll() -> None:
    """Wait until the next check of the ledger."""
    time.sleep(PAUSE_SECONDS)
