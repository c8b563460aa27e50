"""Tests that `verify` detects damage anywhere in the file, and changes made directly."""

from __future__ import annotations

import multiprocessing
import os
import random
import sqlite3
from contextlib import closing
from functools import partial
from itertools import takewhile
from pathlib import Path
from typing import Any

from dev.torture.command_cases import BaseLedgers
from dev.torture.command_runner import LEDGER
from dev.torture.fault_trial_results import PartResults
from tracker.application.book import open_book
from tracker.application.errors import LedgerError, Refused
from tracker.ledger.sqlite import append_only_triggers
from tracker.ledger.store_opening_and_copying import open_store

BASES = ("evening", "linked", "closed")
PAGE = 4096
SCHEMA_CHANGES = (
    "CREATE TABLE other (a)",
    "CREATE VIEW other AS SELECT * FROM event",
    "CREATE TRIGGER other BEFORE INSERT ON event BEGIN SELECT RAISE(IGNORE); END",
    "CREATE TRIGGER other AFTER INSERT ON stream BEGIN SELECT 1; END",
    "CREATE INDEX other ON event (author)",
    "DROP TRIGGER event_stays",
    "DROP TRIGGER stream_is_kept",
)


def run_part(count: int, rng: random.Random, folder: Path) -> PartResults:
    """Tamper with ``count`` sound ledgers."""
    results = PartResults("tamper")
    bases = BaseLedgers(folder / "bases")
    ledgers = {name: (bases[name] / LEDGER).read_bytes() for name in BASES}
    seeds = [rng.randrange(10**9) for _ in range(count)]
    with multiprocessing.get_context("fork").Pool(os.cpu_count()) as pool:
        tamper = partial(_try_tampering, ledgers, folder)
        for label, fault in pool.imap_unordered(tamper, seeds, chunksize=20):
            results.add_trial(fault)
            results.counts[label] += 1
    return results


def _try_tampering(ledgers: dict[str, bytes], folder: Path, seed: int) -> tuple[str, str]:
    """Change a ledger. Return the verdict, and a fault if ``verify`` does not detect the change."""
    rng = random.Random(seed)
    path = folder / "tampered" / f"{seed}.db"
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(ledgers[rng.choice(BASES)])
    before = _read_everything(path)
    change = _change_directly(path, rng) if rng.random() < 0.5 else _damage(path, rng)
    try:
        with open_book(path, only_reading=True) as book:
            if not book.verify_ledger().is_sound:
                return "detected by verify", ""
        if _read_everything(path) == before and not change.startswith(("CREATE", "DROP")):
            return "without effect", ""
    except (Refused, LedgerError):
        return "refused at once", ""
    except Exception as error:  # noqa: BLE001 - each is a fault
        return "unexpected errors", f"seed {seed}, {change}: {type(error).__name__}: {error}"
    finally:
        path.unlink()
    return "undetected", f"seed {seed}, {change}: verify finds no fault"


def _read_everything(path: Path) -> list[Any]:
    with open_store(path, only_reading=True) as store:
        streams = store.list_streams()
        return [
            streams,
            store.list_summaries(),
            [list(store.read_events(each.stream)) for each in streams],
        ]


def _change_directly(path: Path, rng: random.Random) -> str:
    """Change the ledger as its owner can, with the triggers off. Return the change."""
    with closing(sqlite3.connect(path, isolation_level=None)) as ledger:
        if rng.random() < 0.15:
            statement = rng.choice(SCHEMA_CHANGES)
            ledger.execute(statement)
            return statement
        append_only_triggers.drop_triggers(ledger)
        change = ""
        while not change:
            change = _change_row(ledger, rng)
        append_only_triggers.create_triggers(ledger)
        return change


def _change_row(ledger: sqlite3.Connection, rng: random.Random) -> str:
    """Change or delete a row. Return the change, or "" if nothing changed."""
    table, key = rng.choice((("event", "position"), ("event", "position"), ("stream", "id")))
    rows = [row[0] for row in ledger.execute(f"SELECT {key} FROM {table}")]
    row = rng.choice(rows)
    if rng.random() < 0.2:
        ledger.execute("PRAGMA foreign_keys = OFF")
        ledger.execute(f"DELETE FROM {table} WHERE {key} = ?", (row,))
        return f"{table} {row} deleted"
    columns = [info[1] for info in ledger.execute(f"PRAGMA table_info({table})")]
    column = rng.choice([name for name in columns if name != key])
    (old,) = ledger.execute(f"SELECT {column} FROM {table} WHERE {key} = ?", (row,)).fetchone()
    value = _change_value(old, rng)
    if value == old:
        return ""
    try:
        ledger.execute(f"UPDATE {table} SET {column} = ? WHERE {key} = ?", (value, row))
    except sqlite3.IntegrityError:
        return ""
    same = takewhile(lambda pair: pair[0] == pair[1], zip(str(old), str(value), strict=False))
    start = max(sum(1 for _ in same) - 40, 0)
    old, value = str(old)[start : start + 50], str(value)[start : start + 50]
    return f"{table} {row}: {column} …{old}… is …{value}…"


def _change_value(old: Any, rng: random.Random) -> Any:
    if isinstance(old, int):
        return old + rng.choice((-1, 1, 1000))
    if isinstance(old, bytes):
        at = rng.randrange(len(old) or 1)
        return old[:at] + bytes((old[at] ^ 1 << rng.randrange(8),)) + old[at + 1 :] if old else b"x"
    if isinstance(old, str):
        return _change_text(old, rng)
    return rng.choice((0, 3))


def _change_text(old: str, rng: random.Random) -> str:
    """Change a digit or a letter, as a forger of scores does."""
    places = [at for at, character in enumerate(old) if character.isalnum()]
    if not places:
        return old + "x"
    at = rng.choice(places)
    new = str((int(old[at]) + 1) % 10) if old[at].isdecimal() else rng.choice("abcdefgh")
    return old[:at] + new + old[at + 1 :]


def _damage(path: Path, rng: random.Random) -> str:
    """Damage the file as a disk or a transfer can. Return the kind and position."""
    contents = bytearray(path.read_bytes())
    at, pages = rng.randrange(len(contents)), len(contents) // PAGE
    kind = rng.choice(("bit", "bit", "byte", "sector", "page", "swap", "short", "twice"))
    first, second = (slice(n * PAGE, (n + 1) * PAGE) for n in rng.sample(range(pages), 2))
    match kind:
        case "bit":
            contents[at] ^= 1 << rng.randrange(8)
        case "byte":
            contents[at] = rng.randrange(256)
        case "sector":
            start = at // 512 * 512
            contents[start : start + 512] = bytes(512) if rng.random() < 0.5 else rng.randbytes(512)
        case "page":
            contents[first] = bytes(PAGE)
        case "swap":
            contents[first], contents[second] = contents[second], contents[first]
        case "short":
            del contents[at:]
        case _:
            contents[first] = contents[second]
    path.write_bytes(contents)
    return f"{kind} at {at}"
