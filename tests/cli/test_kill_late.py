"""SIGKILL while something late, or a typing slip set right, is written: all of it or nothing."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.cli.rewriter import BEGUN, LATE
from tests.combat_zone.evening import begin
from tests.combat_zone.laws import WATCHED
from tracker.application.book import Book, open_book
from tracker.application.match.game import Game
from tracker.application.typed_lines.line_and_script_play import play_line
from tracker.procedures.runners.live_table_runner import TableRunner
from tracker.projection.match_state import State

MOVES = ("r11 moves 2ap", "r12 moves 1ap", "r13 moves 2ap", "r14 moves 1ap", "r15 moves 1ap")

Said = list[tuple[str, ...]]


@pytest.fixture
def rewriter(tmp_path: Path) -> Iterator[subprocess.Popen[str]]:
    with open_book(tmp_path / "games.db") as book:
        game = begin(*WATCHED, *MOVES, kept=book)
        game.add_note(BEGUN)
    command = [sys.executable, "-m", "tests.cli.rewriter", str(tmp_path / "games.db")]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
    ) as process:
        yield process
        assert process.stdin is not None
        process.stdin.close()


def raise_and_kill(rewriter: subprocess.Popen[str], seed: int) -> Said:
    """Let a player rewrite until it stops in the middle, kill it, and return what it said."""
    assert rewriter.stdin is not None
    assert rewriter.stdout is not None
    rewriter.stdin.write(f"{seed}\n")
    pid = int(rewriter.stdout.readline().removeprefix("pid "))
    said: Said = []
    while (line := rewriter.stdout.readline()) != "stopped\n":
        said.append(tuple(line.split()))
    os.kill(pid, signal.SIGKILL)
    assert rewriter.stdout.readline() == "gone\n"
    return said


def is_in_one_piece(book: Book, said: Said) -> None:
    """What was kept is there; what was tried last is there as a whole, or not at all."""
    kept = {stream: int(to) for word, stream, *_, to in said if word == "kept"}
    for stream, version in kept.items():
        assert book.store.get_version(stream) >= version
    word, stream, *versions = said[-1]
    assert word == "try"
    first, last = map(int, versions)
    assert last > first + 1
    stands = book.store.get_version(stream)
    assert stands <= first or stands >= last, (first, stands, last)


def plays_on(game: Game) -> None:
    """The rules, from the first line on, come to the same state and question."""
    assert game.open_action_mismatch is None
    table = TableRunner(game.ruleset, State())
    table.replay_events(game.history.path)
    assert (table.state, table.pending) == (game.state, game.pending)


@pytest.mark.thorough
@pytest.mark.parametrize("kills", [200])
def test_killed_while_lines_are_said_again(
    rewriter: subprocess.Popen[str], tmp_path: Path, kills: int
) -> None:
    chance = random.Random(20261004)
    kept = 0
    for kill in range(kills):
        said = raise_and_kill(rewriter, chance.randrange(10**9))
        kept += sum(word == "kept" for word, *_ in said)
        with open_book(tmp_path / "games.db") as book:
            is_in_one_piece(book, said)
            if kill % 6 == 0:
                plays_on(book.open_game("m1"))
    with open_book(tmp_path / "games.db") as book:
        assert book.verify_ledger().is_sound
        assert book.rebuild_summaries().differences == ()
    assert kept > kills / 4  # many kept something before


@pytest.mark.thorough
def test_the_line_that_is_said_late_there_can_be_said(tmp_path: Path) -> None:
    with open_book(tmp_path / "games.db") as book:
        game = begin(*WATCHED, *MOVES, kept=book)
        version = game.version
        assert play_line(game, LATE).error is None
        assert game.version > version + len(MOVES)
