"""Ledgers of earlier programs: made to an older form, and those that they wrote themselves."""

from __future__ import annotations

import lzma
import shlex
import sqlite3
from contextlib import closing
from pathlib import Path

from tracker.ledger.sqlite import append_only_triggers, schema_upgrade
from tracker.ledger.sqlite import connection as settings

FORM = "form "
"""A base that is the evening's ledger as it would lie in an older form."""
WRITTEN = "written "
"""A base that is a ledger as an earlier program has written it."""
_FROZEN = Path(__file__).parents[2] / "tests" / "frozen" / "ledgers"
_ENDING = ".db.xz"
_OF_FORMS = """
match do m1 "answer : 4265142 / r"
league result l1 2 1-6
match list
"""
_OF_WRITTEN = """
match do m1 --id first-1 "answer : 4265142 / r"
match undo m1
league new Summer --player Eve --player Finn
backup copy.db
rebuild
verify
"""


def earlier_cases() -> list[tuple[str, tuple[str, ...]]]:
    """Bases, and the commands that are tried on each."""
    forms = [f"{FORM}{form}" for form in range(1, settings.SCHEMA)]
    written = sorted(WRITTEN + path.name.removesuffix(_ENDING) for path in _FROZEN.iterdir())
    return [
        (base, tuple(shlex.split(line)))
        for bases, lines in ((forms, _OF_FORMS), (written, _OF_WRITTEN))
        for base in bases
        for line in lines.strip().splitlines()
    ]


def thawed(name: str) -> bytes:
    """The file of a base that an earlier program has written."""
    return lzma.decompress((_FROZEN / (name.removeprefix(WRITTEN) + _ENDING)).read_bytes())


def older(newest: Path, path: Path, form: int) -> None:
    """The same ledger as an older program has written it."""
    schema_upgrade.upgrade_schema(made := settings.open_connection(path, 1), path, to=form)
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
