"""Sides and players may be called anything, also with the sign that parts a name from a value."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.running import Shell
from tracker.application.book import Book
from tracker.application.errors import Refused
from tracker.cli.new_match_from_options import MatchRequest, begin_match_and_list_warnings
from tracker.ledger.memory_store import MemoryStore

STRANGE = "[/b] =1+1 <b>"


def wanted(*sides: str, players: tuple[str, ...] = ()) -> MatchRequest:
    return MatchRequest("", sides, players, (), "", "warn", "", "")


def test_a_side_and_a_player_with_signs_in_their_names() -> None:
    sides = (f"{STRANGE}=iron-third", "=2+2=red-dusk")
    game, _ = begin_match_and_list_warnings(
        Book(MemoryStore()), wanted(*sides, players=(f"{STRANGE}={STRANGE}", "=2+2=Bo"))
    )
    assert [(side.name, side.player) for side in game.state.info.sides] == [
        (STRANGE, STRANGE),
        ("=2+2", "Bo"),
    ]


@pytest.mark.parametrize("side", ["Red", "Red=", "=iron-third", ""])
def test_a_side_without_name_or_roster_is_refused(side: str) -> None:
    with pytest.raises(Refused, match="NAME=VALUE"):
        begin_match_and_list_warnings(Book(MemoryStore()), wanted(side, "Blue=red-dusk"))


def test_a_player_of_no_side_is_refused() -> None:
    with pytest.raises(Refused, match="No side is called 'Green'"):
        begin_match_and_list_warnings(
            Book(MemoryStore()),
            wanted("Red=iron-third", "Blue=red-dusk", players=("Green=Anna",)),
        )


@pytest.mark.parametrize("argument", ["\udcff", "caf\udce9.toml"])
def test_an_argument_that_is_no_text(shell: Shell, argument: str) -> None:
    for call in (("match", "list"), ("force", "check")):
        ran = shell(*call, argument)
        assert (ran.code, ran.out) == (2, "")
        assert ran.err.endswith("is not UTF-8 text. Write arguments and file names in UTF-8.\n")


def test_a_ledger_whose_name_is_no_text(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shell, "path", shell.path.with_name("b\udcff.db"))
    assert shell("match", "list").code == 2


def test_a_roster_whose_name_no_file_can_have(shell: Shell) -> None:
    ran = shell("match", "new", "--side", "Red=" + "x" * 300, "--side", "Blue=dusk.toml")
    assert ran.code == 1
    assert ran.err.startswith("warledger: There is no file and no sample called xxx")


@pytest.mark.parametrize(
    "call",
    [
        ("force", "check", "{}"),
        ("import", "{}"),
        ("verify", "{}"),
        ("backup", "{}"),
        ("match", "list", "--db", "{}"),
    ],
)
def test_a_name_too_long_for_a_file(shell: Shell, call: tuple[str, ...]) -> None:
    shell.done("match", "new", "--side", "Red=iron.toml", "--side", "Blue=dusk.toml")
    ran = shell(*(word.format("x" * 300) for word in call))
    assert ran.code == 1
    assert ran.err.startswith("warledger: ")
    assert "file name too long" in ran.err.lower()


def test_a_file_without_end(shell: Shell, tmp_path: Path) -> None:
    endless = tmp_path / "endless.war"
    with endless.open("wb") as file:
        file.truncate((16 << 20) + 1)
    for call in (("import",), ("verify",), ("force", "check")):
        ran = shell(*call, str(endless))
        assert (ran.code, ran.err) == (
            1,
            f"warledger: {endless} cannot be read: it is larger than 16 MB.\n",
        )


def test_a_roster_that_is_not_closed_is_told_with_its_line(shell: Shell, tmp_path: Path) -> None:
    text = (tmp_path / "iron.toml").read_text(encoding="utf-8")
    for start in (text, text.replace("ruleset", "rule_set")):
        unclosed = f'{start}\n[[squads]]\nname = "Open\n'
        (tmp_path / "open.toml").write_text(unclosed, encoding="utf-8")
        ran = shell("force", "check", "open.toml")
        line = start.count("\n") + 3
        assert ran.code == 1
        assert f"line {line}" in ran.out + ran.err
        assert "names no rules" not in ran.err


@pytest.mark.parametrize("folder", ["/", "."])
def test_a_folder_is_not_salvaged(shell: Shell, folder: str) -> None:
    ran = shell("salvage", folder, "new.db")
    assert (ran.code, ran.err) == (
        1,
        f"warledger: {folder} is a folder. Choose a file in it.\n",
    )
