"""Kills the writers of a PostgreSQL ledger, and its server.

Each of eight writers has its own game, and all of them share another game.
"""

from __future__ import annotations

import os
import random
import signal
import time
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import NamedTuple

from dev.torture.fault_trial_results import PartResults
from dev.torture.postgres_server import Server, run_server
from dev.torture.writer_kills import parse_messages, write_message
from tracker.ledger.ledger_errors import (
    CommitInDoubt,
    DuplicateCommand,
    LedgerBusy,
    ServerUnreachable,
    WriteConflict,
)
from tracker.ledger.store_interface import NewEntry, NewEvent, Store
from tracker.ledger.store_opening_and_copying import open_store

WRITERS = 8
KILL_SECONDS = (0.02, 0.3)
"""The minimum and the maximum time between two kills, in seconds."""
KILLS_PER_CHECK = 20
SHARED_STREAM = "one"
WAIT_SECONDS = 20.0
"""How long a writer waits for its server, in seconds."""
ENTRIES_PER_COMMAND = 2
"""The number of entries that a command writes, each with one event."""


class Message(NamedTuple):
    """An acknowledged event, or the ``fault`` that ended a writer."""

    stream: str
    version: int
    digest: bytes
    fault: str = ""


Report = Callable[[Message], None]


def run_part(count: int, rng: random.Random, folder: Path) -> PartResults:
    """Kill writers and the server alternately, ``count`` times in all."""
    results = PartResults("servers")
    folder.chmod(0o711)  # the server runs as another user
    with run_server(folder / "server", durable=True) as server:
        while results.trials < count:
            address = server.create_database()
            open_store(address).close()
            pool = WriterPool(address, rng)
            for _ in range(min(KILLS_PER_CHECK, count - results.trials)):
                time.sleep(rng.uniform(*KILL_SECONDS))
                label = _kill_server_or_writer(server, pool, results.trials)
                results.counts[label] += 1
                results.trials += 1
            pool.close()
            fault = _find_fault(address, pool.messages)
            results.faults += [fault] if fault else []
            results.counts["acknowledged"] += len(pool.messages)
    return results


def _kill_server_or_writer(server: Server, pool: WriterPool, number: int) -> str:
    """Kill the server or a writer, and return the label under which the kill is counted."""
    pool.read_messages()
    if number % 2:
        server.kill()
        server.start()
        return "of the server"
    pool.replace_writer()
    return "of writers"


class WriterPool:
    """The running writers, and their messages so far."""

    def __init__(self, address: str, rng: random.Random) -> None:
        self.messages: set[Message] = set()
        self._address = address
        self._rng = rng
        self._reader, self._writer = os.pipe()
        os.set_blocking(self._reader, False)
        self._processes = {number: self._start(number) for number in range(WRITERS)}

    def replace_writer(self) -> None:
        """Kill a random writer, and start another."""
        number = self._rng.randrange(WRITERS)
        self._kill(self._processes[number])
        self._processes[number] = self._start(number)

    def close(self) -> None:
        """Kill all writers, and read their last messages."""
        for process in self._processes.values():
            self._kill(process)
        self.read_messages()
        os.close(self._reader)
        os.close(self._writer)

    def read_messages(self) -> None:
        data = b""
        with suppress(BlockingIOError):
            while True:
                data += os.read(self._reader, 1 << 16)
        self.messages.update(parse_messages(data))

    def _start(self, number: int) -> int:
        seed = self._rng.randrange(10**9)
        child = os.fork()
        if not child:
            try:
                _write_forever(self._address, number, random.Random(seed), self._writer)
            finally:
                os._exit(0)
        return child

    def _kill(self, process: int) -> None:
        os.kill(process, signal.SIGKILL)
        os.waitpid(process, 0)


def _write_forever(address: str, writer: int, rng: random.Random, pipe: int) -> None:
    report = partial(write_message, pipe)
    number = 0
    try:
        store = _open_when_reachable(address)
        while True:
            number += 1
            stream = rng.choice((SHARED_STREAM, f"game-{writer}"))
            if rng.random() < 0.4:
                command = f"{os.getpid()}-{number}"
                while not _try_command(store, stream, command, report):
                    pass
            else:
                _try_entry(store, stream, rng.randrange(1, 6), report)
    except Exception as error:  # noqa: BLE001 - each is a fault
        report(Message("", 0, b"", f"{type(error).__name__}: {error}"[:1000]))


def _open_when_reachable(address: str) -> Store:
    while True:
        try:
            return open_store(address, timeout_seconds=WAIT_SECONDS)
        except ServerUnreachable:
            time.sleep(0.05)


def _try_entry(store: Store, stream: str, events: int, report: Report) -> None:
    """Append an entry, unless another writer was first or the server is down."""
    with suppress(WriteConflict, CommitInDoubt, LedgerBusy, ServerUnreachable):
        _append(store, stream, b"{}", events, report)


def _try_command(store: Store, stream: str, command: str, report: Report) -> bool:
    """Run a command. Return whether it is done. If not, the caller must repeat it."""
    try:
        with store.write_in_transaction(command):
            for _ in range(ENTRIES_PER_COMMAND):
                last = _append(store, stream, f'"{command}"'.encode(), 1, _report_nothing)
        report(last)
    except DuplicateCommand:
        return True
    except (CommitInDoubt, LedgerBusy, ServerUnreachable):
        return False
    return True


def _append(store: Store, stream: str, body: bytes, events: int, report: Report) -> Message:
    version = store.get_version(stream)
    entry = [NewEvent("Noted", 1, version + 1, 0, body) for _ in range(events)]
    stored = store.append_entry(
        NewEntry(
            stream, version, entry, author="ann", at=time.time_ns() // 1000, stream_kind="match"
        )
    )
    last = Message(stream, stored[-1].version, stored[-1].digest)
    report(last)
    return last


def _report_nothing(_: Message) -> None:
    """Report nothing, because entries are not stored before their transaction ends."""


def _find_fault(address: str, messages: set[Message]) -> str:
    """Return a sentence about what is lost, duplicated or damaged, or "" if nothing is."""
    faults = [message.fault for message in messages if message.fault]
    if faults:
        return f"a writer failed: {faults[0]}"
    with open_store(address) as store:
        problems = store.verify_streams().problems
        if problems:
            return f"not sound: {problems[0].message}"
        events = list(store.read_all_verified_events())
    if [event.position for event in events] != [*range(1, len(events) + 1)]:
        return "positions have gaps"
    kept = {Message(event.stream, event.version, event.digest) for event in events}
    lost = messages - kept
    if lost:
        return f"{len(lost)} acknowledged entries are lost"
    counts = Counter(event.body for event in events if event.body != b"{}")
    wrong = [body for body, count in counts.items() if count != ENTRIES_PER_COMMAND]
    return f"{len(wrong)} commands did not run exactly once" if wrong else ""
