"""``warledger tables`` and ``export all --format sqlite``: what they say and what they refuse."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from tests.cli.running import Shell
from tracker.cli import export_commands


def lines(path: str) -> Any:
    with closing(sqlite3.connect(path)) as connection:
        return connection.execute("SELECT count(*) FROM line").fetchone()[0]


@pytest.mark.thorough
def test_it_says_what_was_written(playing: Shell) -> None:
    ran = playing.done("tables", "games.sqlite", "--json").json
    assert (ran["target"], ran["streams"], ran["written"]) == ("games.sqlite", 1, 1)
    told = playing.done("tables", "games.sqlite").out
    assert told == "games.sqlite  1 game or league, 0 written (0 rows)\n"


def test_it_follows_until_it_is_interrupted_and_ends_quietly(
    playing: Shell, monkeypatch: pytest.MonkeyPatch
) -> None:
    pauses = iter(("note", "stop"))

    def pause() -> None:
        if next(pauses) == "stop":
            raise KeyboardInterrupt
        playing.done("match", "note", "m1", "dusk falls")

    before = len(playing.done("match", "log", "m1", "--json").json["lines"])
    monkeypatch.setattr(export_commands, "wait_for_next_poll", pause)
    ran = playing("tables", "games.sqlite", "--follow")
    assert (ran.code, ran.err) == (0, "")
    assert lines("games.sqlite") == before + 1


def test_what_is_not_its_own_is_refused(playing: Shell) -> None:
    before = Path("games.db").read_bytes()
    ran = playing("tables", "games.db")
    assert (ran.code, ran.err) == (
        1,
        ("warledger: games.db contains data other than Warledger tables. Choose another file.\n"),
    )
    assert Path("games.db").read_bytes() == before


def test_an_empty_file_is_filled(playing: Shell) -> None:
    Path("empty.sqlite").touch()
    playing.done("tables", "empty.sqlite")
    assert lines("empty.sqlite") > 0


@pytest.mark.parametrize("name", ["games.db", "link.db"])
@pytest.mark.parametrize(
    "command",
    [
        ("export", "all", "--format", "sqlite", "-o"),
        ("export", "m1", "--format", "md", "-o"),
        ("force", "new", "--ruleset", "deathzap2"),
        ("game", "new"),
    ],
    ids=["sqlite", "export", "force", "game"],
)
def test_no_ledger_is_overwritten(playing: Shell, command: tuple[str, ...], name: str) -> None:
    before = Path("games.db").read_bytes()
    Path("link.db").symlink_to("games.db")
    ran = playing(*command, name, "--overwrite")
    assert (ran.code, ran.err) == (1, f"warledger: {name} is a ledger. Choose another file.\n")
    assert Path("games.db").read_bytes() == before


@pytest.mark.parametrize("name", ["all", "ledger"])
def test_a_whole_ledger_is_exported_as_a_file(playing: Shell, name: str) -> None:
    ran = playing.done("export", name, "--format", "sqlite", "-o", "out.sqlite", "--json")
    assert ran.json == {
        "match": "ledger", "format": "sqlite", "file": "out.sqlite", "text": None,
    }  # fmt: skip
    assert lines("out.sqlite") > 0
    again = playing("export", name, "--format", "sqlite", "-o", "out.sqlite")
    assert (again.code, "already exists" in again.err) == (1, True)
    playing.done("export", name, "--format", "sqlite", "-o", "out.sqlite", "--overwrite")


def test_a_file_has_to_be_named(playing: Shell) -> None:
    for options in ((), ("--json",)):
        ran = playing("export", "all", "--format", "sqlite", *options)
        assert (ran.code, ran.out) == (1, "")
        assert "Name the file with -o" in ran.err
