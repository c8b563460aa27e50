"""An archived game: out of the lists, never opened by itself, and restored by the inverse."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.running import Shell
from tests.tui.kit import Stage, act
from tracker.application.book import open_book


def listed(shell: Shell, *options: str) -> list[tuple[str, bool]]:
    rows = shell.done("match", "list", "--json", *options).json["matches"]
    return [(row["match"], row["aside"]) for row in rows]


def two_games(shell: Shell) -> None:
    for title in ("Kept", "A try"):
        sides = ("--side", "Red=iron.toml", "--side", "Blue=dusk.toml")
        shell.done("match", "new", *sides, "--title", title)


@pytest.mark.thorough
def test_archived_and_restored(shell: Shell) -> None:
    two_games(shell)
    rolls = shell.done("match", "show", "m2", "--json").json["waiting"]
    assert shell.done("match", "archive", "last").out == "m2 A try: archived\n"
    assert listed(shell) == [("m1", False)]
    assert sorted(listed(shell, "--all")) == [("m1", False), ("m2", True)]
    assert "A try" in shell.done("match", "list", "--all").out
    assert "(archived)" in shell.done("match", "list", "--all").out
    assert shell.done("match", "show", "last", "--json").json["title"] == "Kept"
    assert shell.done("match", "show", "a try", "--json").json["waiting"] == rolls
    assert shell.done("info", "--json").json["matches"] == 2
    events = shell.done("info", "--json").json["events"]
    shell.done("match", "archive", "m2")
    assert shell.done("info", "--json").json["events"] == events, "said once"
    shell.done("verify")
    assert shell.done("rebuild", "--json").json["differences"] == []
    assert shell.done("match", "unarchive", "2").out == "m2 A try: restored to the lists\n"
    assert sorted(listed(shell)) == [("m1", False), ("m2", False)]
    log = shell.done("match", "log", "m2").out
    assert "archived" in log
    assert "restored to the lists" in log


def test_it_can_be_taken_back_like_any_line(shell: Shell) -> None:
    two_games(shell)
    shell.done("match", "archive", "m1")
    shell.done("match", "undo", "m1")
    assert sorted(listed(shell)) == [("m1", False), ("m2", False)]
    shell.done("match", "redo", "m1")
    assert listed(shell) == [("m2", False)]
    shell.done("match", "archive", "m2")
    ran = shell("match", "show", "last")
    assert (ran.code, "Every game is archived" in ran.err) == (1, True)


def test_leagues_and_campaigns_too(shell: Shell) -> None:
    for what, letter in (("league", "l"), ("campaign", "c")):
        for title in ("Kept", "A try"):
            shell.done(what, "new", title, "--player", "Anna", "--player", "Bram")
        assert "archived" in shell.done(what, "archive", "a try").out
        assert "Kept" in shell.done(what, "show", "last").out
        assert "A try" not in shell.done(what, "list").out
        rows = shell.done(what, "list", "--all", "--json").json["leagues"]
        assert {row["league"]: row["aside"] for row in rows} == {
            f"{letter}1": False,
            f"{letter}2": True,
        }
        ran = shell(what, "archive", f"{letter}2")
        assert (ran.code, "is already archived" in ran.err) == (0, True)
        shell.done("verify")
        assert shell.done("rebuild", "--json").json["differences"] == []
        shell.done(what, "undo", f"{letter}2")
        assert "A try" in shell.done(what, "list").out
        shell.done(what, "archive", f"{letter}2")
        assert "restored to the lists" in shell.done(what, "unarchive", f"{letter}2").out
        assert "A try" in shell.done(what, "list").out


def test_earlier_names_still_work(shell: Shell) -> None:
    two_games(shell)
    assert shell.done("match", "aside", "m2").out == "m2 A try: archived\n"
    assert shell.done("match", "back", "m2").out == "m2 A try: restored to the lists\n"
    shell.done("league", "new", "Winter", "--player", "Anna", "--player", "Bram")
    assert "archived" in shell.done("league", "aside", "l1").out
    assert "restored to the lists" in shell.done("league", "aside", "l1", "--back").out
    assert "aside" not in shell.done("match", "--help").out


def test_a_record_keeps_it_and_home_leaves_it_out(shell: Shell, tmp_path: Path) -> None:
    two_games(shell)
    shell.done("match", "archive", "m2")
    shell.done("export", "m2", "--format", "record", "-o", "try.record")
    assert "@mark aside" in Path("try.record").read_text(encoding="utf-8")
    other = ("--db", str(tmp_path / "other.db"))
    shell.done("import", "try.record", *other)
    assert "This match is already in the ledger" in shell.done("import", "try.record", *other).out
    assert shell.done("match", "list", *other).out == ""
    assert shell.done("verify", "try.record").code == 0

    async def story(stage: Stage) -> None:
        assert "Kept" in stage.text
        assert "A try" not in stage.text

    with open_book(shell.path) as book:
        act(story, book, game=None)


def test_home_archives_the_marked_row_and_restores_the_last(shell: Shell) -> None:
    two_games(shell)
    shell.done("league", "new", "Winter", "--player", "Anna", "--player", "Bram")

    async def story(stage: Stage) -> None:
        await stage.press("A")
        assert "Nothing is archived." in stage.text
        await stage.press("a")
        assert "Archived (A restores it): A try." in stage.text
        await stage.named("down")
        assert "Kept" in stage.text
        await stage.press("a")
        assert "Archived (A restores it): Winter." in stage.text
        await stage.press("a")
        assert "2 games archived (A restores)" in stage.text
        await stage.press("A")
        assert "Kept is restored to the lists." in stage.text
        await stage.press("A")
        assert "Winter is restored to the lists." in stage.text

    with open_book(shell.path) as book:
        act(story, book, game=None)
    assert listed(shell) == [("m1", False)]
    assert shell.done("league", "list").out.splitlines()[1].startswith("l1")
    assert "archived" in shell.done("match", "log", "m2").out
