"""Bytes become text by their marks, the same for every file and for standard input."""

from __future__ import annotations

import codecs
from pathlib import Path

import pytest

from tracker.application.errors import Refused
from tracker.application.game_definition_files import find_game_file
from tracker.application.roster_files_and_samples import (
    list_local_rosters,
    read_roster_text_and_name,
)
from tracker.application.text_file_decoding import (
    decode_text,
    expand_home_folder,
    read_text_file,
)
from tracker.ledger.sqlite.database_file_header import APPLICATION_ID
from tracker.procedures.installed_rulesets import load_playable_rulesets

NAMES = "Name\r\nŁukasz Żak\rZoë\n"
READ = "Name\nŁukasz Żak\nZoë\n"


@pytest.mark.parametrize(
    ("mark", "encoding"),
    [
        (b"", "utf-8"),
        (b"\xef\xbb\xbf", "utf-8"),
        (b"\xff\xfe", "utf-16-le"),
        (b"\xfe\xff", "utf-16-be"),
        (codecs.BOM_UTF32_LE, "utf-32-le"),
        (codecs.BOM_UTF32_BE, "utf-32-be"),
    ],
)
def test_a_byte_order_mark_says_the_encoding_and_is_no_part_of_the_text(
    tmp_path: Path, mark: bytes, encoding: str
) -> None:
    file = tmp_path / "list.txt"
    file.write_bytes(mark + NAMES.encode(encoding))
    assert read_text_file(file) == READ


def test_what_is_not_text_is_told_with_what_to_do() -> None:
    with pytest.raises(Refused, match=r"it is not UTF-8 text\. Save it as UTF-8"):
        decode_text("Zoë".encode("latin-1"), "list.txt")
    with pytest.raises(Refused, match="it is not UTF-16 text"):
        decode_text(b"\xff\xfea", "list.txt")
    with pytest.raises(Refused, match=r"^photo\.jpg is not a text file\. Choose another file\.$"):
        decode_text(b"\xff\xd8\xff\xe0\0\x10JFIF\0\1\1\0\0\1\0\1\0\0", "photo.jpg")
    with pytest.raises(Refused, match="it is not UTF-8 text"):
        decode_text("Zoë, Żak".encode("utf-16-le"), "list.txt")
    header = b"SQLite format 3\0" + bytes(52) + APPLICATION_ID.to_bytes(4, "big")
    with pytest.raises(Refused, match=r"old\.db is a ledger.*--db old\.db, or import it\.$"):
        decode_text(header + bytes(28), "old.db")
    with pytest.raises(Refused, match=r"other\.db is an SQLite database, not a text file\."):
        decode_text(b"SQLite format 3\0\x10", "other.db")
    assert decode_text(b"a\xffb", "list.txt", "replace") == "a\N{REPLACEMENT CHARACTER}b"


def test_a_folder_is_called_a_folder(tmp_path: Path) -> None:
    with pytest.raises(Refused, match=r"cannot be read: it is a folder\.$"):
        read_text_file(tmp_path)


def test_a_roster_with_a_mark_is_found_and_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    rules = load_playable_rulesets()["deathzap2"]
    text = rules.forces.samples()[0].text if rules.forces else ""
    for encoding in ("utf-8-sig", "utf-16"):
        Path(f"{encoding}.toml").write_text(text, encoding=encoding)
        assert read_roster_text_and_name(f"{encoding}.toml", rules)[0] == text
    assert [file.name for file in list_local_rosters(rules)] == ["utf-16.toml", "utf-8-sig.toml"]


def test_the_home_folder_of_an_unknown_user_is_no_fault_of_the_program() -> None:
    assert expand_home_folder(" ~nobody-here/a.toml ") == Path("~nobody-here/a.toml")
    assert expand_home_folder("~/a.toml") == Path.home() / "a.toml"
    assert find_game_file("~nobody-here/a.war.toml") is None
