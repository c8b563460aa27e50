"""One, two and eight writers of one ledger, killed at any moment or operation on files."""

from __future__ import annotations

import os
import pickle
import random
import signal
import sqlite3
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

from dev.torture import disk, players
from dev.torture.lab import on_entries
from dev.torture.part_results import Figures
from dev.torture.trials import killing
from tracker.application.book import Book, open_book
from tracker.ledger.store_interface import StoredEvent
from tracker.procedures.runners.live_table_runner import TableRunner
from tracker.projection.match_state import State

AT_ONCE = (1, 2, 2, 8)
LONGEST = 0.4
"""Seconds a writer lives at most."""
OPERATIONS = 600
ROUNDS_A_LEDGER = 8
EVERY = 5
"""After so many times the whole ledger is verified, and a game played again without a stop."""

Told = tuple[str, int, bytes]
"""A stream, a version of it, and the digest of that event."""


def torture(count: int, chance: random.Random, folder: Path) -> Figures:
    """So many kills."""
    figures = Figures("writers")
    while figures.trials < count:
        path = folder / f"writers-{figures.trials}.db"
        told: set[Told] = set()
        for _ in range(ROUNDS_A_LEDGER):
            for _ in range(EVERY):
                killed, heard = _killed(path, chance)
                told |= heard
                figures.trials += killed
            try:
                wrong = _wrong(path, told, chance)
            except Exception as error:  # noqa: BLE001 - whatever it is is a fault
                wrong = f"{type(error).__name__}: {error}"
            figures.faults += [wrong] if wrong else []
        figures.found["acknowledged"] += len(told)
        figures.found["ledgers"] += 1
    return figures


def _killed(path: Path, chance: random.Random) -> tuple[int, set[Told]]:
    """Let some write for a moment and kill them all: how many, and what they were told is kept."""
    ours, theirs = os.pipe()
    writers = []
    for _ in range(chance.choice(AT_ONCE)):
        seed = chance.randrange(10**9)
        child = os.fork()
        if not child:
            os.close(ours)
            _write(path, random.Random(seed), theirs)
        writers.append(child)
    os.close(theirs)
    time.sleep(chance.uniform(0.05, LONGEST))
    for writer in writers:
        os.kill(writer, signal.SIGKILL)
        time.sleep(chance.choice((0, 0, 0.01)))
    with os.fdopen(ours, "rb") as pipe:
        heard = _heard(pipe.read)
    for writer in writers:
        os.waitpid(writer, 0)
    return len(writers), heard


def _write(path: Path, chance: random.Random, told: int) -> None:
    """The life of a writer."""

    def acknowledge(last: StoredEvent | None) -> None:
        if last is not None:
            message = pickle.dumps((last.stream, last.version, last.digest))
            os.write(told, len(message).to_bytes(2, "big") + message)

    try:
        on_entries(acknowledge)
        disk.watch = killing(chance.randrange(OPERATIONS)) if chance.random() < 0.5 else None
        with open_book(path) as book:
            book.dice = chance
            players.play(book, chance)
    finally:
        os._exit(0)


def _heard(read: Callable[[], bytes]) -> set[Told]:
    """What came through the pipe; a message is written at once, so that none is cut."""
    heard, told = read(), set[Told]()
    while heard:
        end = 2 + int.from_bytes(heard[:2], "big")
        told.add(pickle.loads(heard[2:end]))
        heard = heard[end:]
    return told


def _wrong(path: Path, told: set[Told], chance: random.Random) -> str:
    """A sentence about what is lost or spoilt; "" where nothing is."""
    with open_book(path) as book:
        report = book.verify_ledger()
        if not report.sound:
            return f"not sound: {report.problems[0].message}"
        question = _question(book, chance)
    with closing(sqlite3.connect(path)) as ledger:
        found = "SELECT name, event.version, event.digest FROM event JOIN stream ON id = stream_id"
        kept = set(ledger.execute(found))
    lost = told - kept
    return f"{len(lost)} acknowledged entries are lost" if lost else question


def _question(book: Book, chance: random.Random) -> str:
    """A game goes on at the very question that waits where its lines are said without a stop."""
    games = book.list_games()
    if not games:
        return ""
    game = book.open_game(chance.choice(games).stream)
    if game.rules_mismatch is not None:
        return f"{game.stream} cannot go on: {game.rules_mismatch}"
    table = TableRunner(game.ruleset, State())
    table.resume_from_lines(game.history.path)
    same = (table.state, table.pending) == (game.state, game.pending)
    return "" if same else f"{game.stream} stands otherwise than its lines say"
