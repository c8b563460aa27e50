"""``warledger export l1 --format record``, ``verify`` and ``import`` of a league."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.running import Shell

PLAYERS = [part for name in ("Anna", "Bram") for part in ("--player", name)]
SIDES = ("--ruleset", "deathzap2", "--side", "Red=iron-third", "--side", "Blue=red-dusk")


def evening(shell: Shell) -> None:
    """A league of two: their game of the first round is m1."""
    shell.done("league", "new", "Winter", *PLAYERS, "--zone", "UTC")
    shell.done("league", "draft", "l1")
    shell.done("league", "publish", "l1")
    shell.done("match", "new", *SIDES, "--player", "Red=Anna", "--player", "Blue=Bram")
    shell.done("league", "link", "l1", "1", "m1")
    shell.done("export", "l1", "--format", "record", "-o", "winter.league")


def test_a_league_is_written_checked_and_brought_in(shell: Shell) -> None:
    evening(shell)
    # Begun, enrolled, drafted, published, linked.
    checked = shell.done("verify", "winter.league")
    assert checked.out == "5 lines, 1 game: unchanged since it was written\n"
    found = shell.done("verify", "winter.league", "--json").json
    assert (found["rows"], found["events"] >= 5, found["checked"], found["sound"]) == (
        5,
        True,
        True,
        True,
    )
    new = ("import", "winter.league", "--db", "new.db")
    assert shell.done(*new).out == "l1 Winter: 5 lines and 1 game imported\n"
    assert shell.done(*new).out == "l1 Winter is already in the ledger; nothing was changed\n"
    assert shell.done(*new, "--json").json == {
        "league": "l1",
        "title": "Winter",
        "was_there": True,
        "lines": 0,
        "games": 0,
        "ahead": 0,
        "warnings": [],
    }
    assert shell.done("league", "rounds", "l1", "--db", "new.db").out == (
        shell.done("league", "rounds", "l1").out
    )
    shell.done("export", "l1", "--format", "record", "-o", "again.league", "--db", "new.db")
    assert Path("again.league").read_bytes() == Path("winter.league").read_bytes()
    assert shell.done("verify", "--db", "new.db").code == 0


@pytest.mark.thorough
def test_a_league_that_parted_stands_apart_if_that_is_said(shell: Shell) -> None:
    evening(shell)
    shell.done("import", "winter.league", "--db", "new.db")
    shell.done("league", "note", "l1", "at ours")
    shell.done("league", "note", "l1", "at theirs", "--db", "new.db")
    shell.done("export", "l1", "--format", "record", "-o", "winter.league", "--overwrite")
    new = ("import", "winter.league", "--db", "new.db")
    ran = shell(*new)
    assert ran.code == 1
    assert "differ from line 6 on. To add the record's own lines, use --merge." in ran.err
    assert shell.done(*new, "--apart").out == "l2 Winter: 6 lines imported\n"


def test_what_was_changed_is_named_and_nothing_is_kept(shell: Shell) -> None:
    evening(shell)
    text = Path("winter.league").read_text(encoding="utf-8")
    Path("winter.league").write_text(text.replace("Bram", "Brom", 1), encoding="utf-8")
    ran = shell("verify", "winter.league", "--json")
    # Enrolled in line 2, below the two rows of the head.
    assert (ran.code, ran.json["sound"], ran.json["line"]) == (1, False, 4)
    why = (
        "Line 2 of the league has been changed since it was written. Ask the sender for a new copy."
    )
    assert ran.json["text"] == why
    ran = shell("import", "winter.league", "--db", "new.db")
    assert (ran.code, ran.out) == (1, "")
    assert ran.err == f"warledger: {why}\n"


def test_options_of_the_other_kind_of_record_are_refused(shell: Shell) -> None:
    evening(shell)
    shell.done("export", "m1", "--format", "record", "-o", "game.record")
    for call, option in (
        (("import", "winter.league", "--changed"), "--changed"),
        (("import", "game.record", "--apart"), "--apart"),
    ):
        ran = shell(*call)
        assert ran.code == 1
        assert f"{option} has no effect on this record. Remove the option." in ran.err
