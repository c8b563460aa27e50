"""The verdict on a ledger after a fault. No acknowledged entry may be lost, doubled or partial."""

from __future__ import annotations

import re
import sqlite3
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from dev.torture import sqlite_vfs_hooks
from dev.torture.command_cases import BaseLedgers, is_database
from dev.torture.command_runner import (
    LEDGER,
    Case,
    CommandResult,
    compute_digest,
    list_files,
    run_command,
)
from dev.torture.sqlite_vfs_hooks import FileOperation, Hook
from tracker.application.book import open_book
from tracker.application.errors import LedgerError, Refused

UNFINISHED_SUFFIXES = (".part", ".part-wal", ".part-shm", ".new", "-journal")
"""The suffixes of files that a killed program may leave next to the file that it was writing."""
IN_DOUBT = "check before you repeat it"
"""A part of the message that appears if Warledger does not know whether an entry was stored."""
AUTOMATIC_COPY = re.compile(r"\.form-[0-9]+(-[0-9]+)?$|\.backups/")
"""The pattern of the names of automatic backups, and of copies made before an upgrade."""


@dataclass(frozen=True)
class ReferenceRun:
    """A run of a command without faults. Each trial of the command is compared with it."""

    case: Case
    code: int
    states: tuple[str, ...]
    """Digests of the ledger: before the command, and after each acknowledgement."""
    log: tuple[Any, ...]
    """All file operations, with ``("kept",)`` at each acknowledgement."""
    files: dict[str, bytes]
    """The files next to the ledger after the command."""

    @property
    def requested_files(self) -> list[str]:
        """The files that the arguments of the command name."""
        return [name for name in self.files if name in self.case.argv]

    @property
    def operation_count(self) -> int:
        return sum(isinstance(each, FileOperation) for each in self.log)


def make_logging_hook(log: list[Any]) -> Hook:
    def log_operation(operation: FileOperation) -> int:
        log.append(operation)
        return 0

    return log_operation


def run_reference(
    case: Case, bases: BaseLedgers, folder: Path, *, reads: bool = False
) -> ReferenceRun:
    """Run a command without faults. Raise ``RuntimeError`` if it fails."""
    before = compute_upgraded_base_digest(case, bases, folder)
    bases.copy_to(case.base, folder)
    sqlite_vfs_hooks.hooks_reads = reads
    result = run_command(case, folder, make_logging_hook, digests=True)
    sqlite_vfs_hooks.hooks_reads = False
    if result.code is None or result.code:
        raise RuntimeError(f"{case.name}: {result.code} {result.err}")
    if result.acknowledged and compute_digest(folder / LEDGER) != result.acknowledged[-1]:
        raise RuntimeError(f"{case.name}: the ledger changed after the last acknowledgement")
    log = tuple(
        _make_relative(each, folder) if isinstance(each, FileOperation) else each
        for each in result.log
    )
    files = {name: path.read_bytes() for name, path in list_files(folder) if name != LEDGER}
    return ReferenceRun(case, result.code, (before, *result.acknowledged), log, files)


def _make_relative(operation: FileOperation, folder: Path) -> FileOperation:
    prefix = f"{folder}/"
    path = "." if operation.path == str(folder) else operation.path.removeprefix(prefix)
    return operation._replace(path=path, to=operation.to.removeprefix(prefix))


def compute_upgraded_base_digest(case: Case, bases: BaseLedgers, folder: Path) -> str:
    """Compute the digest of a base after its upgrade to the current format."""
    bases.copy_to(case.base, folder)
    with open_book(folder / LEDGER):
        pass
    return compute_digest(folder / LEDGER)


def find_fault(
    reference: ReferenceRun, folder: Path, result: CommandResult, *, follow_up: bool
) -> str:
    """Return a sentence about the first fault, or "" if there is none.

    If ``follow_up`` is true, another command runs afterwards and must succeed.
    """
    count = len(result.acknowledged)
    try:
        with open_book(folder / LEDGER) as book:
            report = book.verify_ledger()
    except (Refused, LedgerError, sqlite3.Error, OSError) as error:
        return f"cannot be opened: {error}"
    if not report.is_sound:
        return f"not sound: {report.problems[0].message}"
    digest = compute_digest(folder / LEDGER)
    in_doubt = result.code is None or IN_DOUBT in result.err
    if digest not in reference.states[count : count + 1 + in_doubt]:
        return f"{count} acknowledged, but {_describe_state(reference, digest)}"
    return _find_file_fault(reference, folder, result) or (
        _find_follow_up_fault(reference, folder, digest) if follow_up else ""
    )


def _describe_state(reference: ReferenceRun, digest: str) -> str:
    states = reference.states
    if digest in states:
        return f"the ledger contains {states.index(digest)} of {len(states) - 1}"
    return "the contents of the ledger match no state of the reference run"


def _find_file_fault(reference: ReferenceRun, folder: Path, result: CommandResult) -> str:
    """Return a sentence if a file is incomplete, or missing although the command succeeded."""
    for name, path in list_files(folder):
        if name in {LEDGER, f"{LEDGER}-wal", f"{LEDGER}-shm"} or name.endswith(UNFINISHED_SUFFIXES):
            continue
        if name not in reference.files and not AUTOMATIC_COPY.search(name):
            return f"{name} exists but should not"
        if not _is_complete(path, reference.files.get(name, b"")):
            return f"{name} is incomplete"
    missing = [name for name in reference.requested_files if not (folder / name).exists()]
    if result.code == reference.code and missing:
        return f"the command succeeded but {missing[0]} is missing"
    return ""


def _is_complete(path: Path, expected: bytes) -> bool:
    if not is_database(path):
        return path.read_bytes() == expected
    try:
        with closing(sqlite3.connect(path)) as copy:
            complete: bool = copy.execute("PRAGMA integrity_check").fetchone() == ("ok",)
            copy.execute("SELECT 1 FROM event")  # even an empty ledger must have the table
        return complete
    except sqlite3.Error:
        return False


def _find_follow_up_fault(reference: ReferenceRun, folder: Path, digest: str) -> str:
    """Repeat the command if it did nothing, or run a new one. Return a sentence if that fails.

    A command with an id is always repeated, and must not have a second effect.
    """
    case = reference.case
    begun = any((folder / name).exists() for name in reference.requested_files)
    if "--id" in case.argv or (digest == reference.states[0] and not begun):
        result = run_command(case, folder)
        digest = compute_digest(folder / LEDGER)
        if result.code != reference.code or digest != reference.states[-1]:
            return f"repeated, the command ends with {result.code}: {result.err.strip()}"
        return ""
    new = ("league", "new", "Next", "--player", "Eve", "--player", "Finn")
    result = run_command(Case(case.base, new), folder)
    return f"the next command fails: {result.err.strip()}" if result.code else ""
