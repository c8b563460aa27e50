"""Files out: safe names, whole files or none, nothing replaced unasked."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from exports.output_file_writing import make_safe_file_name, write_text_file_atomically
from tracker.application.errors import Refused
from tracker.ledger.sqlite.store import SqliteStore


@pytest.mark.parametrize(
    ("title", "name"),
    [
        ("The last rifle of Alpha", "the-last-rifle-of-alpha.md"),
        ("Żółw v Größe", "zow-v-grosse.md"),
        ("../../etc/passwd", "etc-passwd.md"),
        ("...", "match.md"),
        ("", "match.md"),
        *(
            (name, f"match-{name.lower()}.md")
            for name in ("CON", "prn", "AUX", "nul", "COM1", "lpt9")
        ),
        ("com", "com.md"),
        ("x" * 300, "x" * 60 + ".md"),
    ],
)
def test_names_that_every_system_takes(title: str, name: str) -> None:
    assert make_safe_file_name(title, ".md") == name


@given(st.text())
def test_no_title_leads_out_of_the_folder(title: str) -> None:
    assert re.fullmatch(r"[a-z0-9][a-z0-9-]{0,70}\.md", make_safe_file_name(title, ".md"))


def test_a_file_is_written_whole_and_nothing_else_is_left(tmp_path: Path) -> None:
    target = tmp_path / "report.md"
    assert write_text_file_atomically(target, "é\n") == target
    assert target.read_bytes() == b"\xc3\xa9\n"
    assert [*tmp_path.iterdir()] == [target]


def test_what_is_there_stays_unless_told(tmp_path: Path) -> None:
    target = tmp_path / "report.md"
    target.write_text("old", encoding="utf-8")
    with pytest.raises(Refused, match="already exists"):
        write_text_file_atomically(target, "new")
    assert target.read_text(encoding="utf-8") == "old"
    write_text_file_atomically(target, "new", overwrite=True)
    assert target.read_text(encoding="utf-8") == "new"
    assert [*tmp_path.iterdir()] == [target]


def test_no_ledger_is_replaced_while_its_first_entries_are_in_the_log(tmp_path: Path) -> None:
    target = tmp_path / "g.db"
    target.touch()
    with SqliteStore(target), pytest.raises(Refused, match=r"g\.db is a ledger\. Choose another"):
        write_text_file_atomically(target, "new", overwrite=True)


@pytest.mark.parametrize("overwrite", [False, True])
def test_a_device_is_never_replaced(tmp_path: Path, overwrite: bool) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    with pytest.raises(Refused, match="is a device"):
        write_text_file_atomically(pipe, "new", overwrite=overwrite)
    assert pipe.is_fifo()


def test_a_file_that_appears_meanwhile_is_left_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    target = tmp_path / "report.md"
    monkeypatch.setattr(Path, "exists", lambda _: False)
    target.write_text("theirs", encoding="utf-8")
    with pytest.raises(Refused, match="was created by another program"):
        write_text_file_atomically(target, "ours")
    assert target.read_text(encoding="utf-8") == "theirs"


def test_a_full_disk_leaves_nothing_behind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    old = tmp_path / "old.md"
    old.write_text("old", encoding="utf-8")
    for target, overwrite in ((tmp_path / "new.md", False), (old, True)):
        with pytest.raises(Refused, match=r"no space left on device\. No file was written"):
            write_text_file_atomically(target, "new", overwrite=overwrite)
    assert [*tmp_path.iterdir()] == [old]
    assert old.read_text(encoding="utf-8") == "old"


@pytest.mark.skipif(os.name == "nt", reason="links are made in another way there")
def test_a_disk_without_links_will_do(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def no_links(*_: object) -> None:
        raise PermissionError(1, "Operation not permitted")

    monkeypatch.setattr(Path, "hardlink_to", no_links)
    target = tmp_path / "report.md"
    write_text_file_atomically(target, "text")
    assert [*tmp_path.iterdir()] == [target]
    with pytest.raises(Refused, match="already exists"):
        write_text_file_atomically(target, "other")

    def meanwhile() -> Iterator[str]:
        (tmp_path / "late.md").write_text("theirs", encoding="utf-8")
        yield "ours"

    with pytest.raises(Refused, match="was created by another program"):
        write_text_file_atomically(tmp_path / "late.md", meanwhile())
    assert (tmp_path / "late.md").read_text(encoding="utf-8") == "theirs"
    assert target.read_text(encoding="utf-8") == "text"
    assert sorted(tmp_path.iterdir()) == [tmp_path / "late.md", target]


def test_a_folder_or_a_place_that_is_not_there_is_refused(tmp_path: Path) -> None:
    with pytest.raises(Refused, match="is a folder"):
        write_text_file_atomically(tmp_path, "text")
    with pytest.raises(Refused, match="cannot be written"):
        write_text_file_atomically(tmp_path / "nowhere" / "report.md", "text")
