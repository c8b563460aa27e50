"""Eight writers of one ledger on a server, in eight games and in one; they and it are killed."""

from __future__ import annotations

import os
import pickle
import random
import signal
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from dev.torture.part_results import Figures
from dev.torture.server import Server, running
from tracker.ledger import (
    CommitInDoubt,
    DuplicateCommand,
    LedgerBusy,
    NewEvent,
    ServerUnreachable,
    Store,
    WriteConflict,
    open_store,
)

AT_ONCE = 8
BETWEEN = (0.02, 0.3)
"""Seconds from one kill to the next."""
EVERY = 20
"""After so many kills all of it is looked through."""
SHARED = "one"
PATIENCE = 20.0
"""Seconds for which a writer waits until its server is back."""
OF_A_COMMAND = 2
"""Entries of a command, each of one event."""


class Told(NamedTuple):
    """What a writer was told is kept; ``fault`` where it was told what nobody should be."""

    stream: str
    version: int
    digest: bytes
    fault: str = ""


Tell = Callable[[Told], None]


def torture(count: int, chance: random.Random, folder: Path) -> Figures:
    """So many kills, of a writer and of the server by turns."""
    figures = Figures("servers")
    folder.chmod(0o711)  # the server runs as somebody else
    with running(folder / "server", durable=True) as server:
        while figures.trials < count:
            address = server.new_database()
            open_store(address).close()
            crew = Crew(address, chance)
            for _ in range(min(EVERY, count - figures.trials)):
                time.sleep(chance.uniform(*BETWEEN))
                what = _kill(server, crew, figures.trials)
                figures.found[what] += 1
                figures.trials += 1
            crew.end()
            wrong = _wrong(address, crew)
            figures.faults += [wrong] if wrong else []
            figures.found["acknowledged"] += len(crew.told)
    return figures


def _kill(server: Server, crew: Crew, number: int) -> str:
    crew.listen()
    if number % 2:
        server.kill()
        server.start()
        return "of the server"
    crew.kill_one()
    return "of writers"


class Crew:
    """The writers, and what they were told so far."""

    def __init__(self, address: str, chance: random.Random) -> None:
        self.told: set[Told] = set()
        self._address = address
        self._chance = chance
        self._ours, self._theirs = os.pipe()
        os.set_blocking(self._ours, False)
        self._writers = {place: self._begin(place) for place in range(AT_ONCE)}

    def kill_one(self) -> None:
        """At any moment of its life; another begins in its place."""
        place = self._chance.randrange(AT_ONCE)
        self._end(self._writers[place])
        self._writers[place] = self._begin(place)

    def end(self) -> None:
        """End all of them."""
        for writer in self._writers.values():
            self._end(writer)
        self.listen()
        os.close(self._ours)
        os.close(self._theirs)

    def listen(self) -> None:
        """Hear what was told until now; each message was written at once, so that none is cut."""
        parts: list[bytes] = []
        while True:
            try:
                parts.append(os.read(self._ours, 1 << 16))
            except BlockingIOError:
                break
        heard = b"".join(parts)
        while heard:
            end = 2 + int.from_bytes(heard[:2], "big")
            self.told.add(pickle.loads(heard[2:end]))
            heard = heard[end:]

    def _begin(self, place: int) -> int:
        seed = self._chance.randrange(10**9)
        child = os.fork()
        if not child:
            try:
                _live(self._address, place, random.Random(seed), self._theirs)
            finally:
                os._exit(0)
        return child

    def _end(self, writer: int) -> None:
        os.kill(writer, signal.SIGKILL)
        os.waitpid(writer, 0)


def _live(address: str, place: int, chance: random.Random, told: int) -> None:
    """The life of a writer: in its own game or in the one that all share, until it is killed."""

    def tell(message: Told) -> None:
        text = pickle.dumps(message)
        os.write(told, len(text).to_bytes(2, "big") + text)

    number = 0
    try:
        store = _opened(address)
        while True:
            number += 1
            stream = chance.choice((SHARED, f"game-{place}"))
            if chance.random() < 0.4:
                command = f"{os.getpid()}-{number}"
                while not _commanded(store, stream, command, tell):
                    pass
            else:
                _entered(store, stream, chance.randrange(1, 6), tell)
    except Exception as error:  # noqa: BLE001 - whatever it is is a fault
        tell(Told("", 0, b"", f"{type(error).__name__}: {error}"[:1000]))


def _opened(address: str) -> Store:
    """Whoever begins while the server is away tries again."""
    while True:
        try:
            return open_store(address, wait=PATIENCE)
        except ServerUnreachable:
            time.sleep(0.05)


def _entered(store: Store, stream: str, events: int, tell: Tell) -> None:
    """An entry, unless somebody else was first, or the server."""
    try:
        _append(store, stream, b"{}", events, tell)
    except (WriteConflict, CommitInDoubt, LedgerBusy, ServerUnreachable):
        return


def _commanded(store: Store, stream: str, command: str, tell: Tell) -> bool:
    """A command, given again until it is done: it is done once."""
    try:
        with store.write_in_transaction(command):
            for _ in range(OF_A_COMMAND):
                last = _append(store, stream, f'"{command}"'.encode(), 1, _say_nothing)
        tell(last)
    except DuplicateCommand:
        return True
    except (CommitInDoubt, LedgerBusy, ServerUnreachable):
        return False
    return True


def _append(store: Store, stream: str, body: bytes, events: int, tell: Tell) -> Told:
    version = store.get_version(stream)
    entry = [NewEvent("Noted", 1, version + 1, 0, body) for _ in range(events)]
    stored = store.append_entry(
        stream, version, entry, author="ann", at=time.time_ns() // 1000, stream_kind="match"
    )
    last = Told(stream, stored[-1].version, stored[-1].digest)
    tell(last)
    return last


def _say_nothing(_: Told) -> None:
    """What is written in a block is not kept before its end."""


def _wrong(address: str, crew: Crew) -> str:
    """A sentence about what is lost, twice there or spoilt; "" where nothing is."""
    faults = [told.fault for told in crew.told if told.fault]
    if faults:
        return f"a writer met: {faults[0]}"
    with open_store(address) as store:
        problems = store.verify_streams().problems
        if problems:
            return f"not sound: {problems[0].message}"
        events = list(store.read_all_events())
    if [event.position for event in events] != [*range(1, len(events) + 1)]:
        return "positions have gaps"
    lost = crew.told - {Told(event.stream, event.version, event.digest) for event in events}
    if lost:
        return f"{len(lost)} acknowledged entries are lost"
    times = Counter(event.body for event in events if event.body != b"{}")
    wrong = [body for body, count in times.items() if count != OF_A_COMMAND]
    return f"{len(wrong)} commands were not done once" if wrong else ""
