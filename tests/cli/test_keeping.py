"""Copies that are kept by themselves, and put back; nothing of it stands in the way of play."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.cli.running import Shell
from tracker.application.ledger_maintenance_reports import describe_salvage_losses
from tracker.ledger.ledger_check_reports import SalvagedStream, SalvageReport


@pytest.fixture
def kept(shooting: Shell) -> Shell:
    shooting.patch.setenv("WARLEDGER_BACKUPS", "2,1")
    return shooting


def copies(shell: Shell) -> list[int]:
    """How many events are in each of the copies, the newest first."""
    return [one["events"] for one in shell.done("restore", "--json").json["copies"]]


@pytest.mark.thorough
def test_a_copy_is_kept_once_a_day_and_when_a_game_is_over(kept: Shell, tmp_path: Path) -> None:
    assert kept.done("restore").out == (
        f"{kept.path} has no automatic backup yet. Warledger makes one after each game. To make a"
        " copy now, run: warledger backup FILE. To restore such a copy, run: warledger restore"
        " FILE.\n"
    )
    kept.done("match", "show", "m1")
    assert copies(kept) == []
    kept.done("match", "do", "m1", "# the first of today")
    first = copies(kept)
    kept.done("match", "do", "m1", "# the second")
    assert copies(kept) == first
    assert len(first) == 1
    kept.done("match", "do", "m1", "end time")
    assert len(copies(kept)) == 2
    assert copies(kept)[0] > copies(kept)[1] == first[0]
    kept.done("verify", "--db", str(next((tmp_path / "games.db.backups").iterdir())))


def test_a_copy_is_put_back(kept: Shell, tmp_path: Path) -> None:
    kept.done("match", "do", "m1", "# kept")
    kept.done("match", "do", "m1", "# given up")
    (first,) = kept.done("restore", "--json").json["copies"]
    kept.done(
        "match",
        "new",
        "--ruleset",
        "deathzap2",
        "--side",
        "Red=iron-third.toml",
        "--side",
        "Blue=red-dusk.toml",
    )
    put_back = kept.done("restore", "last", "--json")
    assert f"{kept.path} has 2 games" in put_back.err
    assert f"{first['file']} has 1 game, 0 leagues and campaigns" in put_back.err
    ran = put_back.json
    assert ran["beside"] == f"{kept.path}.before-restore"
    log = kept.done("match", "log", "m1").out
    assert "kept" in log
    assert "given up" not in log
    assert "given up" in kept.done("match", "log", "m1", "--db", ran["beside"]).out
    (newest,) = kept.done("restore", "--json").json["copies"]
    name = Path(newest["file"]).name
    assert f"was restored from {newest['file']}" in kept.done("restore", name).out
    assert "There is no backup 7" in kept("restore", "7").err
    assert "There is no backup none.db" in kept("restore", "none.db").err


def test_a_ledger_cut_off_or_without_its_beginning_can_be_salvaged(
    shooting: Shell, tmp_path: Path
) -> None:
    for title in ("Winter", "Spring"):
        shooting.done("league", "new", title, "--player", "Anna", "--player", "Bram")
    shooting.done("backup", "whole.db")
    whole = Path("whole.db").read_bytes()
    Path("short.db").write_bytes(whole[:-4096])
    salvage = "save what is left: warledger salvage {} NEW."
    assert salvage.format("short.db") in shooting("match", "list", "--db", "short.db").err
    found = shooting("salvage", "short.db", "left.db")
    assert "so games and leagues that are not listed may be missing." in found.err
    assert found.code == 1
    copied = shooting("copy", "short.db", "copy.db")
    assert "others may be missing, because the file is incomplete" in copied.err
    Path("bad.db").write_bytes(bytes(100) + whole[100:])
    assert salvage.format("bad.db") in shooting("match", "list", "--db", "bad.db").err
    assert "not listed" not in shooting("salvage", "bad.db", "all.db").err


def test_what_a_copy_of_a_cut_off_ledger_lacks_is_listed_first() -> None:
    part = SalvagedStream("m1", "match", kept=3, lines=2, written=5)
    assert describe_salvage_losses(SalvageReport((part,), is_cut_off=True))[1:] == (
        "  m1: undamaged up to line 2; 2 of 5 events missing or damaged",
        "  others may be missing, because the file is incomplete",
    )
    assert describe_salvage_losses(SalvageReport((), is_cut_off=True)) == (
        "The ledger is damaged. The copy contains everything undamaged, but some games and leagues"
        " may be missing, because the file is incomplete.",
    )


def test_what_is_sound_of_a_damaged_ledger(shooting: Shell, tmp_path: Path) -> None:
    shooting.done("match", "do", "m1", "# Nobody at home")
    shooting.done("league", "new", "Winter", "--player", "Anna", "--player", "Bram")
    shooting.done("campaign", "new", "Pass", "--player", "Anna", "--player", "Bram")
    lines = len(shooting.done("match", "log", "m1", "--json").json["lines"])
    data = bytearray((tmp_path / "games.db").read_bytes())
    data[:4096] = bytes(4096)
    place = data.index(b"Nobody at home")
    (tmp_path / "bad.db").write_bytes(data)
    ran = shooting.done("salvage", "bad.db", "all.db")
    assert [row.split(":")[0] for row in ran.out.splitlines()] == [
        "m1 Iron Third v Red Dusk",
        "l1 Winter",
        "c1 Pass",
    ]
    assert all(": whole, " in row for row in ran.out.splitlines())
    assert (
        len(shooting.done("match", "log", "m1", "--json", "--db", "all.db").json["lines"]) == lines
    )
    data[place] ^= 1
    (tmp_path / "bad.db").write_bytes(data)
    ran = shooting("salvage", "bad.db", "some.db", "--json")
    assert ran.code == 1
    assert [row["whole"] for row in ran.json["streams"]] == [False, True, True]
    assert "events missing or damaged" in ran.json["streams"][0]["text"]
    shooting.done("verify", "--db", "some.db")
    assert shooting.done("match", "list", "--json", "--db", "some.db").json["matches"]
    (tmp_path / "bad.db").write_text("notes")
    ran = shooting("salvage", "bad.db", "none.db")
    assert (ran.code, "Nothing in bad.db can be read" in ran.err) == (1, True)
    assert not (tmp_path / "none.db").exists()
    ran = shooting("salvage", "bad.db", "postgresql://h/club")
    assert (ran.code, "Write the undamaged part to a new file" in ran.err) == (1, True)


@pytest.mark.parametrize("command", [("backup",), ("copy", "games.db")])
def test_a_copy_of_a_damaged_ledger_has_what_is_sound(
    shooting: Shell, tmp_path: Path, command: tuple[str, ...]
) -> None:
    shooting.done("match", "do", "m1", "# Nobody at home")
    shooting.done("league", "new", "Winter", "--player", "Anna", "--player", "Bram")
    ledger = tmp_path / "games.db"
    data = bytearray(ledger.read_bytes())
    data[data.index(b"Nobody at home")] ^= 1
    ledger.write_bytes(data)
    ran = shooting(*command, "copy.db")
    assert ran.code == 1
    assert "parts of these games and leagues are missing" in ran.err
    assert re.search(r"m1: undamaged up to line \d+; 1 of \d+ events missing or damaged", ran.err)
    assert "l1" not in ran.err
    shooting.done("verify", "--db", "copy.db")
    assert "Winter" in shooting.done("league", "list", "--db", "copy.db").out


def test_without_copies_a_line_is_entered_all_the_same(kept: Shell, tmp_path: Path) -> None:
    kept.patch.setenv("WARLEDGER_BACKUPS", "some")
    ran = kept.done("match", "do", "m1", "# entered")
    assert "is not valid. Set this variable to the numbers of recent and daily" in ran.err
    kept.patch.setenv("WARLEDGER_BACKUPS", "1")
    (tmp_path / "games.db.backups").write_text("a file where the folder should be")
    ran = kept.done("match", "do", "m1", "# entered, too")
    assert "Backups cannot be written to" in ran.err
    assert "entered, too" in kept.done("match", "log", "m1").out
    kept.patch.setenv("WARLEDGER_BACKUPS", "0")
    assert kept.done("match", "do", "m1", "# and without").err == ""


def test_a_copy_that_is_cut_off_is_not_called_empty(kept: Shell) -> None:
    """``salvage`` may still read a part of it."""
    kept.done("backup", "copy.db")
    whole = Path("copy.db").read_bytes()
    Path("cut.db").write_bytes(whole[: len(whole) - 4096])
    refused = kept("restore", "cut.db")
    assert refused.code == 1
    assert re.match(r"warledger: cut\.db is incomplete|warledger: cut\.db is damaged", refused.err)
    assert "salvage cut.db NEW" in refused.err
