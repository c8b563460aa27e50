"""SIGKILL at random moments: nothing acknowledged is lost, and the right question waits."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from tests.cli.nursery import check_of
from tests.drawn import drawn
from tracker.application.book import Book, open_book
from tracker.application.match.game import Game
from tracker.procedures.installed_rulesets import load_playable_rulesets
from tracker.procedures.requests import Interrupt, Request
from tracker.procedures.runners.live_table_runner import TableRunner
from tracker.projection.match_state import State

MANY = 400
MOMENTS = [moment for rules in load_playable_rulesets().values() for moment in drawn(rules).moments]
LONGEST = 0.05
"""Seconds a player lives at most after its first acknowledgement, or after its start."""


@dataclass
class Acknowledged:
    """What a player said was durable: (game, version, check) of each entry, and the last key."""

    entries: list[tuple[str, int, int]] = field(default_factory=list)
    key: str | None = None

    def take(self, line: str) -> None:
        _, stream, version, check, key = f"{line} ".split(" ", 4)
        self.entries.append((stream, int(version), int(check)))
        self.key = key.strip()


@pytest.fixture
def nursery(tmp_path: Path) -> Iterator[subprocess.Popen[str]]:
    command = [sys.executable, "-m", "tests.cli.nursery", str(tmp_path / "games.db")]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
    ) as process:
        yield process
        assert process.stdin is not None
        process.stdin.close()


def raise_and_kill(nursery: subprocess.Popen[str], chance: random.Random) -> Acknowledged:
    """Let a player play for a moment, kill it in whatever it does, and return what it said."""
    assert nursery.stdin is not None
    assert nursery.stdout is not None
    said = Acknowledged()
    nursery.stdin.write(f"{chance.randrange(10**9)}\n")
    pid = int(nursery.stdout.readline().removeprefix("pid "))
    if chance.random() < 0.9:
        said.take(nursery.stdout.readline().rstrip("\n"))
    time.sleep(chance.uniform(0, LONGEST))
    os.kill(pid, signal.SIGKILL)
    for line in nursery.stdout:
        if line == "gone\n":
            break
        said.take(line.rstrip("\n"))
    return said


def uninterrupted(game: Game) -> TableRunner:
    """The same inputs through the rules from the first line on, never stopped."""
    table = TableRunner(game.ruleset, State())
    table.replay_events(game.history.path)
    return table


def nothing_is_lost(book: Book, said: Acknowledged) -> None:
    games = {stream: book.open_game(stream) for stream, _, _ in said.entries}
    for stream, version, check in said.entries:
        assert check_of(games[stream].history.get_entry_beginning_at(version)) == check


def the_right_question_waits(book: Book, said: Acknowledged, *, thorough: bool) -> None:
    """``thorough`` plays the whole game again without a stop, which takes its time."""
    games = book.list_games()
    if not games:
        return
    game = book.open_game(said.entries[-1][0] if said.entries else games[0].stream)
    assert game.open_action_mismatch is None
    if thorough:
        table = uninterrupted(game)
        assert game.pending == table.pending
        assert game.state == table.state
    if said.entries and said.entries[-1][0] == game.stream:
        _, version, _ = said.entries[-1]
        if game.history.get_entry_beginning_at(version).end == game.version:
            assert said.key == ("" if game.pending is None else game.pending.key)


def come_to(moment: Callable[[Book], Game], path: Path) -> str:
    """A new game in which somebody may come in between, or something is secret yet."""
    with open_book(path) as book:
        game = moment(book)
        assert game.get_public_game() is not game or isinstance(waiting_in(game), Interrupt)
        return game.stream


def waiting_in(game: Game) -> Request[Any] | None:
    return None if game.pending is None else game.pending.request


@pytest.mark.thorough
@pytest.mark.parametrize("kills", [MANY])
def test_killed_at_any_moment(nursery: subprocess.Popen[str], tmp_path: Path, kills: int) -> None:
    chance = random.Random(20261003)
    waiting = acknowledged = 0
    went_on: set[str] = set()
    for kill in range(kills):
        moment = MOMENTS[kill // 5 % len(MOMENTS)] if kill % 5 == 0 else None
        stream = come_to(moment, tmp_path / "games.db") if moment else ""
        said = raise_and_kill(nursery, chance)
        acknowledged += len(said.entries)
        with open_book(tmp_path / "games.db") as book:
            nothing_is_lost(book, said)
            the_right_question_waits(book, said, thorough=kill % 4 == 0)
            running = book.list_games("running")
            waiting += bool(running and book.open_game(running[0].stream).pending)
        if moment and any(entry[0] == stream for entry in said.entries):
            went_on.add(f"{moment.__module__}.{moment.__name__}")
    with open_book(tmp_path / "games.db") as book:
        assert book.verify_ledger().is_sound
        assert book.rebuild_summaries().differences == ()
        assert {game.ruleset for game in book.list_games()} == set(book.rulesets)
    # Some fell into the middle of actions, and much was said between them, however slow it went.
    assert waiting
    assert len(went_on) == len(MOMENTS) or kills < MANY
    assert acknowledged > kills / 2
