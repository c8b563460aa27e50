"""What must be so after anything: nothing acknowledged is lost, doubled or made of halves."""

from __future__ import annotations

import re
import sqlite3
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from dev.torture import disk
from dev.torture.cases import Bases, is_ledger
from dev.torture.disk import Act, Watch
from dev.torture.lab import LEDGER, Case, Ran, digest, lying, run
from tracker.application.book import open_book
from tracker.application.errors import LedgerError, Refused

UNFINISHED = (".part", ".part-wal", ".part-shm", ".new", "-journal")
"""How the names of files end that a killed program may leave beside what it was making."""
IN_DOUBT = "look before you repeat it"
"""What is said where nobody knows whether an entry was kept."""
COPY = re.compile(r"\.form-[0-9]+(-[0-9]+)?$|\.backups/")
"""Copies that the program makes by itself: before an upgrade, and now and then."""


@dataclass(frozen=True)
class Reference:
    """A command on a disk that does what it is told: what every trial of it is held against."""

    case: Case
    code: int
    states: tuple[str, ...]
    """Digests of the ledger: before, and after each acknowledgement."""
    acts: tuple[Any, ...]
    """All that was done to files, with ``("kept",)`` where something was acknowledged."""
    files: dict[str, bytes]
    """What lies beside the ledger in the end."""

    @property
    def wanted(self) -> list[str]:
        """The files that the command was asked for."""
        return [name for name in self.files if name in self.case.argv]

    @property
    def moments(self) -> int:
        return sum(isinstance(act, Act) for act in self.acts)


def keeping_all(kept: list[Any]) -> Watch:
    """A watch that writes down every act."""

    def watch(act: Act) -> int:
        kept.append(act)
        return 0

    return watch


def reference(case: Case, bases: Bases, place: Path, *, reads: bool = False) -> Reference:
    """Run a command undisturbed."""
    before = state_before(case, bases, place)
    bases.lay_out(case.base, place)
    disk.reads = reads
    ran = run(case, place, keeping_all, digests=True)
    disk.reads = False
    if ran.code is None or ran.code:
        message = f"{case.name}: {ran.code} {ran.err}"
        raise RuntimeError(message)
    if ran.acknowledged and digest(place / LEDGER) != ran.acknowledged[-1]:
        message = f"{case.name}: something was written after the last acknowledgement"
        raise RuntimeError(message)
    acts = tuple(_beside(act, place) if isinstance(act, Act) else act for act in ran.log)
    files = {name: path.read_bytes() for name, path in lying(place) if name != LEDGER}
    return Reference(case, ran.code, (before, *ran.acknowledged), acts, files)


def _beside(act: Act, place: Path) -> Act:
    """The same, with names as they are in the folder of the trial."""
    start = f"{place}/"
    path = "." if act.path == str(place) else act.path.removeprefix(start)
    return act._replace(path=path, to=act.to.removeprefix(start))


def state_before(case: Case, bases: Bases, place: Path) -> str:
    """What the ledger holds once it is opened, and brought to today's form."""
    bases.lay_out(case.base, place)
    with open_book(place / LEDGER):
        pass
    return digest(place / LEDGER)


def judge(known: Reference, place: Path, ran: Ran, *, again: bool) -> str:
    """A sentence about the first thing that is not as it must be; "" where all is.

    ``again``: something more is said to the ledger, which must take it.
    """
    told = len(ran.acknowledged)
    try:
        with open_book(place / LEDGER) as book:
            report = book.verify_ledger()
    except (Refused, LedgerError, sqlite3.Error, OSError) as error:
        return f"cannot be opened: {error}"
    if not report.sound:
        return f"not sound: {report.problems[0].message}"
    stands = digest(place / LEDGER)
    unsaid = ran.code is None or IN_DOUBT in ran.err
    possible = known.states[told : told + 1 + unsaid]
    if stands not in possible:
        return f"{told} acknowledged, and the ledger is {_where(known, stands)}"
    return _files(known, place, ran) or (_again(known, place, stands) if again else "")


def _where(known: Reference, stands: str) -> str:
    if stands in known.states:
        return f"at {known.states.index(stands)} of {len(known.states) - 1}"
    return "as it never was"


def _files(known: Reference, place: Path, ran: Ran) -> str:
    """Every file is there as a whole or not at all; all that were asked for if that was said."""
    for name, path in lying(place):
        if name in {LEDGER, f"{LEDGER}-wal", f"{LEDGER}-shm"} or name.endswith(UNFINISHED):
            continue
        if name not in known.files and not COPY.search(name):
            return f"{name} is there and should not be"
        if not _whole(path, known.files.get(name, b"")):
            return f"{name} is there in part"
    missing = [name for name in known.wanted if not (place / name).exists()]
    if ran.code == known.code and missing:
        return f"{missing[0]} was said to be written and is not there"
    return ""


def _whole(path: Path, wanted: bytes) -> bool:
    if not is_ledger(path):
        return path.read_bytes() == wanted
    try:
        with closing(sqlite3.connect(path)) as copy:
            whole: bool = copy.execute("PRAGMA integrity_check").fetchone() == ("ok",)
            copy.execute("SELECT 1 FROM event")  # of a ledger without an entry, too
        return whole
    except sqlite3.Error:
        return False


def _again(known: Reference, place: Path, stands: str) -> str:
    """The command said again comes to its end; or, where it was done, a new one does.

    A command with an id is done once, however often it is said.
    """
    case = known.case
    begun = any((place / name).exists() for name in known.wanted)
    if "--id" in case.argv or (stands == known.states[0] and not begun):
        ran = run(case, place)
        if ran.code != known.code or digest(place / LEDGER) != known.states[-1]:
            return f"said again it ends with {ran.code}: {ran.err.strip()}"
        return ""
    new = ("league", "new", "Next", "--player", "Eve", "--player", "Finn")
    ran = run(Case(case.base, new), place)
    return f"nothing more is taken: {ran.err.strip()}" if ran.code else ""
