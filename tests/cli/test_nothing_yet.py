"""Lists with nothing in them say so, and what to do next; their JSON stays an empty list."""

from __future__ import annotations

from typing import Any

import pytest

from tests.cli.running import Shell

KEPT = [
    ("match list", "there is no game yet. Begin a game with: warledger match new."),
    ("league list", "there is no league yet. Begin a league with: warledger league new TITLE."),
    (
        "campaign list",
        "there is no campaign yet. Begin a campaign with: warledger campaign new TITLE.",
    ),
]
OF_ONE = [
    (
        "league rounds l1",
        "no round has been drafted yet. Draft one with: warledger league draft l1.",
    ),
    ("league ratings l1", "nobody has a rating yet. Enter results with: warledger league result"),
    (
        "campaign history c1",
        "there is no result or story entry yet. Enter a result with: warledger campaign record c1",
    ),
]
NOBODY = [
    ("league show l1", "warledger league enroll l1 NAME."),
    ("league standings l1", "warledger league enroll l1 NAME."),
    ("campaign show c1", "warledger campaign enroll c1 NAME."),
]


def only_list(document: dict[str, Any]) -> list[Any]:
    (found,) = (each for each in document.values() if isinstance(each, list))
    return found


def begin_empty(shell: Shell) -> None:
    shell.done("league", "new", "Cup")
    shell.done("campaign", "new", "Karst")


@pytest.mark.parametrize(("command", "says"), KEPT)
def test_a_ledger_without_it_says_how_one_begins(shell: Shell, command: str, says: str) -> None:
    other = "campaign" if command.startswith("league") else "league"
    shell.done(other, "new", "Another")
    ran = shell.done(*command.split())
    assert (ran.out, ran.err) == ("", f"warledger: {says}\n")
    ran = shell.done(*command.split(), "--json")
    assert (only_list(ran.json), ran.err) == ([], "")


@pytest.mark.parametrize(("command", "says"), OF_ONE)
def test_a_new_one_says_what_comes_next(shell: Shell, command: str, says: str) -> None:
    begin_empty(shell)
    ran = shell.done(*command.split())
    assert ran.out == ""
    assert ran.err.startswith(f"warledger: {says}")
    ran = shell.done(*command.split(), "--json")
    assert (only_list(ran.json), ran.err) == ([], "")


@pytest.mark.parametrize(("command", "says"), NOBODY)
def test_where_nobody_is_enrolled_it_says_how(shell: Shell, command: str, says: str) -> None:
    begin_empty(shell)
    lines = shell.done(*command.split()).out.splitlines()
    assert lines[-1] == f"nobody is enrolled yet. Enrol players with: {says}"


def test_what_is_put_aside_is_said_where_nothing_else_is_left(playing: Shell) -> None:
    ran = playing.done("match", "list", "--status", "ended")
    assert ran.err == ("warledger: no game is ended. List all with: warledger match list --all.\n")
    playing.done("match", "archive", "m1")
    assert "every game is archived. List all with:" in playing.done("match", "list").err
    playing.done("league", "new", "Cup", "--player", "Ann")
    playing.done("league", "archive", "l1")
    assert "every league is archived." in playing.done("league", "list").err
    assert playing.done("league", "list", "--all").err == ""
    assert "has no automatic backup yet" in playing.done("restore").out
