"""Kills one, two or eight writers of a ledger, at any time or at a file operation."""

from __future__ import annotations

import os
import pickle
import random
import signal
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

from dev.torture import sqlite_vfs_hooks
from dev.torture.command_fault_trials import make_killing_hook
from dev.torture.command_runner import observe_acknowledgements
from dev.torture.fault_trial_results import PartResults
from dev.torture.random_players import play_forever
from tracker.application.book import Book, open_book
from tracker.ledger.store_interface import StoredEvent
from tracker.procedures.runners.live_table_runner import TableRunner
from tracker.projection.match_state import State

WRITER_COUNTS = (1, 2, 2, 8)
MAX_SECONDS = 0.4
"""The maximum time that the writers run, in seconds."""
MAX_OPERATIONS = 600
CHECKS_PER_LEDGER = 8
KILLS_PER_CHECK = 5

Acknowledgement = tuple[str, int, bytes]
"""The stream, version and digest of an acknowledged event."""


def run_part(count: int, rng: random.Random, folder: Path) -> PartResults:
    """Kill at least ``count`` writers, and check the ledger after every few kills."""
    results = PartResults("writers")
    while results.trials < count:
        path = folder / f"writers-{results.trials}.db"
        acknowledged: set[Acknowledgement] = set()
        for _ in range(CHECKS_PER_LEDGER):
            for _ in range(KILLS_PER_CHECK):
                killed, received = _run_and_kill_writers(path, rng)
                acknowledged |= received
                results.trials += killed
            try:
                fault = _find_fault(path, acknowledged, rng)
            except Exception as error:  # noqa: BLE001 - each is a fault
                fault = f"{type(error).__name__}: {error}"
            results.faults += [fault] if fault else []
        results.counts["acknowledged"] += len(acknowledged)
        results.counts["ledgers"] += 1
    return results


def _run_and_kill_writers(path: Path, rng: random.Random) -> tuple[int, set[Acknowledgement]]:
    """Run some writers and kill them. Return their number, and what they have acknowledged."""
    reader, writer = os.pipe()
    children = []
    for _ in range(rng.choice(WRITER_COUNTS)):
        seed = rng.randrange(10**9)
        child = os.fork()
        if not child:
            os.close(reader)
            _run_writer(path, random.Random(seed), writer)
        children.append(child)
    os.close(writer)
    time.sleep(rng.uniform(0.05, MAX_SECONDS))
    for child in children:
        os.kill(child, signal.SIGKILL)
        time.sleep(rng.choice((0, 0, 0.01)))
    with os.fdopen(reader, "rb") as pipe:
        received = set(parse_messages(pipe.read()))
    for child in children:
        os.waitpid(child, 0)
    return len(children), received


def _run_writer(path: Path, rng: random.Random, pipe: int) -> None:
    def acknowledge(last: StoredEvent | None) -> None:
        if last is not None:
            write_message(pipe, (last.stream, last.version, last.digest))

    try:
        observe_acknowledgements(acknowledge, path.name)
        if rng.random() < 0.5:
            sqlite_vfs_hooks.hook = make_killing_hook(rng.randrange(MAX_OPERATIONS))
        with open_book(path) as book:
            book.dice = rng
            play_forever(book, rng)
    finally:
        os._exit(0)


def write_message(pipe: int, message: Any) -> None:
    """Write a message in one call, so that a kill does not cut it off."""
    data = pickle.dumps(message)
    os.write(pipe, len(data).to_bytes(2, "big") + data)


def parse_messages(data: bytes) -> Iterator[Any]:
    while data:
        end = 2 + int.from_bytes(data[:2], "big")
        yield pickle.loads(data[2:end])
        data = data[end:]


def _find_fault(path: Path, acknowledged: set[Acknowledgement], rng: random.Random) -> str:
    with open_book(path) as book:
        report = book.verify_ledger()
        if not report.is_sound:
            return f"not sound: {report.problems[0].message}"
        fault = _find_game_fault(book, rng)
    with closing(sqlite3.connect(path)) as ledger:
        query = "SELECT name, event.version, event.digest FROM event JOIN stream ON id = stream_id"
        kept = set(ledger.execute(query))
    lost = acknowledged - kept
    return f"{len(lost)} acknowledged entries are lost" if lost else fault


def _find_game_fault(book: Book, rng: random.Random) -> str:
    """Return a sentence if a random game differs from a replay of its lines, or else ""."""
    games = book.list_games()
    if not games:
        return ""
    game = book.open_game(rng.choice(games).stream)
    if game.open_action_mismatch is not None:
        return f"{game.stream} cannot continue: {game.open_action_mismatch}"
    table = TableRunner(game.ruleset, State())
    table.replay_events(game.history.path)
    same = (table.state, table.pending) == (game.state, game.pending)
    return "" if same else f"{game.stream} differs from a replay of its lines"
