"""A file is there whole or not at all, is on the disk by then, and leaves nothing beside it."""

from __future__ import annotations

import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from tests.ledger.samples import write
from tracker.ledger.atomic_file_writes import write_atomically
from tracker.ledger.store_opening_and_copying import open_store

KILLED = """
import os, sys
from pathlib import Path
from tracker.ledger.atomic_file_writes import write_atomically
with write_atomically(Path(sys.argv[1])) as part:
    part.write_text("half")
    Path(f"{part}-journal").write_text("its own")
    os._exit(9)
"""


def mode(file: Path) -> int:
    return stat.S_IMODE(file.stat().st_mode)


def test_what_a_killed_program_left_goes_when_the_file_is_made_again(tmp_path: Path) -> None:
    target = tmp_path / ("long" * 62)  # 248 of 255 bytes
    subprocess.run([sys.executable, "-c", KILLED, target], check=False)
    assert len([*tmp_path.iterdir()]) == 2
    others = tmp_path / f".{target.name[:40]}.{os.getppid()}.part"
    others.write_text("of a program that is writing")
    with write_atomically(target) as part:
        part.write_text("whole")
    assert {*tmp_path.iterdir()} == {target, others}
    assert target.read_text(encoding="utf-8") == "whole"


@pytest.mark.skipif(os.name != "posix", reason="permissions are another thing there")
def test_who_may_read_it_follows_the_ledger_what_it_replaces_or_the_mask(tmp_path: Path) -> None:
    file, ledger = tmp_path / "report.md", tmp_path / "ledger.db"
    before = os.umask(0o027)
    try:
        with write_atomically(file):
            assert not file.exists()
        assert mode(file) == 0o640
        file.chmod(0o600)
        with write_atomically(file, overwrite=True) as part:
            assert mode(part) == 0o600
        assert mode(file) == 0o600
        with open_store(ledger) as store:
            write(store, "m", 1)
            ledger.chmod(0o600)
            store.back_up(tmp_path / "copy.db")
        assert mode(tmp_path / "copy.db") == 0o600
    finally:
        os.umask(before)


@pytest.mark.skipif(os.name != "posix", reason="folders cannot be flushed there")
def test_the_file_is_on_the_disk_before_it_has_its_name_and_the_name_after(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    target = tmp_path / "report.md"
    flushed: list[tuple[bool, bool]] = []
    flush = os.fsync

    def note(handle: int) -> None:
        flushed.append((stat.S_ISDIR(os.fstat(handle).st_mode), target.exists()))
        flush(handle)

    monkeypatch.setattr(os, "fsync", note)
    with write_atomically(target) as part:
        part.write_text("whole")
    assert flushed == [(False, False), (True, True)]


def test_the_first_failure_of_a_dying_disk_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def dying(*_: object, **__: object) -> None:
        raise OSError(5, "Input/output error")

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    with write_atomically(tmp_path / "report.md"):
        monkeypatch.setattr(Path, "unlink", dying)
    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space"), write_atomically(tmp_path / "other.md"):
        pass


@pytest.mark.parametrize("ending", ["-wal", "-journal"])
def test_a_database_whose_log_could_not_be_moved_into_it_is_not_whole(
    tmp_path: Path, ending: str
) -> None:
    """SQLite says nothing when the last connection is closed and the disk is full."""
    target = tmp_path / "new.db"

    def half() -> None:
        with write_atomically(target) as part:
            part.write_bytes(b"its beginning")
            Path(f"{part}{ending}").write_bytes(b"all the rest")

    with pytest.raises(OSError, match="it could not be written completely"):
        half()
    assert [*tmp_path.iterdir()] == []


def test_a_symbolic_link_stays_and_its_file_is_made_or_replaced(tmp_path: Path) -> None:
    real, link = tmp_path / "real" / "report.md", tmp_path / "link.md"
    real.parent.mkdir()
    link.symlink_to(real)
    for text in ("first", "second"):
        with write_atomically(link, overwrite=text == "second") as part:
            part.write_text(text)
        assert link.is_symlink()
        assert real.read_text(encoding="utf-8") == text
    assert {*tmp_path.iterdir()} == {real.parent, link}
