"""Ledgers in an older format, and ledgers that earlier versions have written."""

from __future__ import annotations

import lzma
import shlex
import sqlite3
from contextlib import closing
from pathlib import Path

from tracker.ledger.sqlite import append_only_triggers, schema_upgrade
from tracker.ledger.sqlite import connection as settings

FORM_PREFIX = "form "
"""The prefix in the name of a base that is the base ``evening`` in an older form."""
VERSION_PREFIX = "written "
"""The prefix in the name of a base that an earlier version of the program has written."""
_FROZEN = Path(__file__).parents[2] / "tests" / "frozen" / "ledgers"
_SUFFIX = ".db.xz"
_FORM_CASES = """
match do m1 "answer : 4265142 / r"
league result l1 2 1-6
match list
"""
_VERSION_CASES = """
match do m1 --id first-1 "answer : 4265142 / r"
match undo m1
league new Summer --player Eve --player Finn
backup copy.db
rebuild
verify
"""


def list_old_ledger_cases() -> list[tuple[str, tuple[str, ...]]]:
    """Return the name of the base and the command of each case."""
    forms = [f"{FORM_PREFIX}{form}" for form in range(1, settings.SCHEMA)]
    names = (path.name.removesuffix(_SUFFIX) for path in _FROZEN.iterdir())
    versions = sorted(VERSION_PREFIX + name for name in names)
    return [
        (base, tuple(shlex.split(line)))
        for bases, lines in ((forms, _FORM_CASES), (versions, _VERSION_CASES))
        for base in bases
        for line in lines.strip().splitlines()
    ]


def read_frozen_ledger(name: str) -> bytes:
    """Read a base's ledger, which an earlier version has written."""
    return lzma.decompress((_FROZEN / (name.removeprefix(VERSION_PREFIX) + _SUFFIX)).read_bytes())


def make_older_ledger(newest: Path, path: Path, form: int) -> None:
    """Copy a ledger into a new file in an older format."""
    made = settings.open_connection(path, 1)
    schema_upgrade.back_up_and_upgrade_schema(made, path, target_schema=form)
    with closing(made), closing(sqlite3.connect(newest)) as source:
        append_only_triggers.drop_triggers(made)
        for table in ("stream", "event"):
            columns = ", ".join(row[1] for row in made.execute(f"PRAGMA table_info({table})"))
            rows = source.execute(f"SELECT {columns} FROM {table}").fetchall()
            places = ", ".join("?" * len(rows[0]))
            made.execute("BEGIN")
            made.executemany(f"INSERT INTO {table} ({columns}) VALUES ({places})", rows)
            made.execute("COMMIT")
        append_only_triggers.create_triggers(made)
