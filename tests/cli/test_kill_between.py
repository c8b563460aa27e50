"""A program killed between a game and its link to a league: neither is there, or both are."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from tests.cli.running import Shell

KILLED = 9
DYING = f"""
import os, sys
from tracker.ledger.sqlite.store import SqliteStore

append = SqliteStore.append_entry

def until_linked(self, entry):
    if any(event.kind == "MatchLinked" for event in entry.events):
        os._exit({KILLED})
    return append(self, entry)

SqliteStore.append_entry = until_linked
from tracker.cli.main import main
sys.exit(main(sys.argv[1:]))
"""
LEAGUE = (
    ("league", "new", "Cup", "--player", "Anna", "--player", "Bram"),
    ("league", "draft", "l1"),
    ("league", "publish", "l1"),
)
CAMPAIGN = (
    ("campaign", "new", "Karst", "--player", "Anna", "--player", "Bram", "--ruleset", "deathzap2"),
    ("campaign", "enroll", "c1", "Anna", "--roster", "iron.toml"),
    ("campaign", "enroll", "c1", "Bram", "--roster", "dusk.toml"),
)
SIDES = ("--side", "Anna=iron.toml", "--side", "Bram=dusk.toml")


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("before", "book", "command"),
    [
        (LEAGUE, "league show l1", ("match", "new", *SIDES, "--fixture", "l1:f1")),
        (CAMPAIGN, "campaign show c1", ("campaign", "play", "c1", "Anna", "Bram")),
    ],
    ids=["league", "campaign"],
)
def test_a_game_is_begun_with_its_link_or_not_at_all(
    shell: Shell, before: tuple[tuple[str, ...], ...], book: str, command: tuple[str, ...]
) -> None:
    for each in before:
        shell.done(*each)
    was = shell.done(*book.split(), "--json").json
    told = {**os.environ, "WARLEDGER_DB": str(shell.path)}
    died = subprocess.run([sys.executable, "-c", DYING, *command], check=False, env=told)
    assert died.returncode == KILLED
    assert shell.done("match", "list", "--json").json["matches"] == []
    assert shell.done(*book.split(), "--json").json == was
    shell.done(*command)  # and now to its end
    (game,) = shell.done("match", "list", "--json").json["matches"]
    assert f'"{game["match"]}"' in shell.done(*book.split(), "--json").out
    assert shell.done("verify").code == 0
