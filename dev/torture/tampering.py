"""What `verify` promises to see: damage anywhere in the file, and changes made by hand."""

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

from dev.torture.cases import Bases
from dev.torture.lab import LEDGER
from dev.torture.part_results import Figures
from tracker.application.book import open_book
from tracker.application.errors import LedgerError, Refused
from tracker.ledger import open_store
from tracker.ledger.sqlite import append_only_triggers

BASES = ("evening", "linked", "closed")
PAGE = 4096
ADDED = (
    "CREATE TABLE other (a)",
    "CREATE VIEW other AS SELECT * FROM event",
    "CREATE TRIGGER other BEFORE INSERT ON event BEGIN SELECT RAISE(IGNORE); END",
    "CREATE TRIGGER other AFTER INSERT ON stream BEGIN SELECT 1; END",
    "CREATE INDEX other ON event (author)",
    "DROP TRIGGER event_stays",
    "DROP TRIGGER stream_is_kept",
)


def torture(count: int, chance: random.Random, folder: Path) -> Figures:
    """So many changes, each to a ledger that is sound."""
    figures = Figures("tamper")
    bases = Bases(folder / "bases")
    sound = {name: (bases[name] / LEDGER).read_bytes() for name in BASES}
    seeds = [chance.randrange(10**9) for _ in range(count)]
    with multiprocessing.get_context("fork").Pool(os.cpu_count()) as pool:
        for what, wrong in pool.imap_unordered(partial(_one, sound, folder), seeds, chunksize=20):
            figures.take(wrong)
            figures.found[what] += 1
    return figures


def _one(sound: dict[str, bytes], folder: Path, seed: int) -> tuple[str, str]:
    """Change something; returns what became of it, and the fault where nobody has seen it."""
    chance = random.Random(seed)
    path = folder / "tampered" / f"{seed}.db"
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(sound[chance.choice(BASES)])
    before = _read(path)
    did = _by_hand(path, chance) if chance.random() < 0.5 else _damage(path, chance)
    try:
        with open_book(path, only_reading=True) as book:
            if not book.verify_ledger().sound:
                return "seen by verify", ""
        if _read(path) == before and not did.startswith(("CREATE", "DROP")):
            return "without effect", ""
    except (Refused, LedgerError):
        return "refused at once", ""
    except Exception as error:  # noqa: BLE001 - whatever it is is a fault
        return "faults", f"seed {seed}, {did}: {type(error).__name__}: {error}"
    finally:
        path.unlink()
    return "unseen", f"seed {seed}, {did}: unchanged since it was written"


def _read(path: Path) -> list[Any]:
    """All that a program reads of a ledger."""
    with open_store(path, only_reading=True) as store:
        streams = store.list_streams()
        return [
            streams,
            store.list_summaries(),
            [list(store.read_events(each.stream)) for each in streams],
        ]


def _by_hand(path: Path, chance: random.Random) -> str:
    """What the owner of a file can do, with the guards down and up again."""
    with closing(sqlite3.connect(path, isolation_level=None)) as ledger:
        if chance.random() < 0.15:
            statement = chance.choice(ADDED)
            ledger.execute(statement)
            return statement
        append_only_triggers.drop_triggers(ledger)
        did = ""
        while not did:
            did = _changed(ledger, chance)
        append_only_triggers.create_triggers(ledger)
        return did


def _changed(ledger: sqlite3.Connection, chance: random.Random) -> str:
    """Change or delete a row; "" where that changed nothing, or the table would not have it."""
    table, key = chance.choice((("event", "position"), ("event", "position"), ("stream", "id")))
    rows = [row[0] for row in ledger.execute(f"SELECT {key} FROM {table}")]
    row = chance.choice(rows)
    if chance.random() < 0.2:
        ledger.execute("PRAGMA foreign_keys = OFF")
        ledger.execute(f"DELETE FROM {table} WHERE {key} = ?", (row,))
        return f"{table} {row} deleted"
    columns = [info[1] for info in ledger.execute(f"PRAGMA table_info({table})")]
    column = chance.choice([name for name in columns if name != key])
    (was,) = ledger.execute(f"SELECT {column} FROM {table} WHERE {key} = ?", (row,)).fetchone()
    value = _other(was, chance)
    if value == was:
        return ""
    try:
        ledger.execute(f"UPDATE {table} SET {column} = ? WHERE {key} = ?", (value, row))
    except sqlite3.IntegrityError:
        return ""
    same = takewhile(lambda pair: pair[0] == pair[1], zip(str(was), str(value), strict=False))
    at = max(sum(1 for _ in same) - 40, 0)
    was, value = str(was)[at : at + 50], str(value)[at : at + 50]
    return f"{table} {row}: {column} …{was}… is …{value}…"


def _other(was: Any, chance: random.Random) -> Any:
    """Another value of the same kind."""
    if isinstance(was, int):
        return was + chance.choice((-1, 1, 1000))
    if isinstance(was, bytes):
        at = chance.randrange(len(was) or 1)
        return (
            was[:at] + bytes((was[at] ^ 1 << chance.randrange(8),)) + was[at + 1 :] if was else b"x"
        )
    if isinstance(was, str):
        return _text(was, chance)
    return chance.choice((0, 3))


def _text(was: str, chance: random.Random) -> str:
    """A text with a digit or letter changed, as whoever forges a score does it."""
    places = [at for at, sign in enumerate(was) if sign.isalnum()]
    if not places:
        return was + "x"
    at = chance.choice(places)
    sign = str((int(was[at]) + 1) % 10) if was[at].isdecimal() else chance.choice("abcdefgh")
    return was[:at] + sign + was[at + 1 :]


def _damage(path: Path, chance: random.Random) -> str:
    """What a disk, a cable or a copying program can do to a file."""
    held = bytearray(path.read_bytes())
    at, pages = chance.randrange(len(held)), len(held) // PAGE
    way = chance.choice(("bit", "bit", "byte", "sector", "page", "swap", "short", "twice"))
    one, two = chance.sample(range(pages), 2)
    match way:
        case "bit":
            held[at] ^= 1 << chance.randrange(8)
        case "byte":
            held[at] = chance.randrange(256)
        case "sector":
            start = at // 512 * 512
            held[start : start + 512] = (
                bytes(512) if chance.random() < 0.5 else chance.randbytes(512)
            )
        case "page":
            held[one * PAGE : (one + 1) * PAGE] = bytes(PAGE)
        case "swap":
            first = held[one * PAGE : (one + 1) * PAGE]
            held[one * PAGE : (one + 1) * PAGE] = held[two * PAGE : (two + 1) * PAGE]
            held[two * PAGE : (two + 1) * PAGE] = first
        case "short":
            del held[at:]
        case _:
            held[one * PAGE : (one + 1) * PAGE] = held[two * PAGE : (two + 1) * PAGE]
    path.write_bytes(held)
    return f"{way} at {at}"
