"""Chances to win a game that goes on: at its last settled line, and of nothing that is secret."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from tests.saying import say
from tests.test_secrecy import ONE, OTHER, book_of, play
from tests.tui.kit import TO_SHOOT, begin, book
from tests.xenocide.evening import begin as begin_xenocide
from tests.xenocide.test_lines import ORDERS
from tracker.application.book import open_book
from tracker.application.win_probability.current_win_chance import (
    NOWHERE,
    compute_current_win_chance,
    find_last_version_between_actions,
)
from tracker.ledger.memory_store import MemoryStore
from tracker.server.win_chance_worker import CHANCE_COMMAND

FEW = 2
"""Games, as their chances are compared and not believed."""


def test_a_volley_that_is_open_and_a_note_change_nothing() -> None:
    game = begin(book(), TO_SHOOT)
    settled = find_last_version_between_actions(game)
    assert settled == game.version
    game.add_note("Anna pours tea")
    assert find_last_version_between_actions(game) == settled
    say(game, "r1 > b2 soft")
    assert game.pending is not None
    assert find_last_version_between_actions(game) == settled
    game.undo()
    say(game, "r1 > b2 soft : =0")  # nobody is hit: the volley is over
    assert find_last_version_between_actions(game) == game.version > settled


def test_nobody_is_ahead_before_the_first_turn_nor_after_the_end() -> None:
    assert find_last_version_between_actions(begin(book(), ())) == NOWHERE
    over = begin(book(), (*TO_SHOOT, "end conceded blue"))
    assert find_last_version_between_actions(over) == NOWHERE
    assert compute_current_win_chance(over, FEW) is None


@pytest.mark.rule("XF-ORD-01")
def test_games_that_differ_in_what_lies_face_down_have_the_same_chances() -> None:
    one, other = (play(book_of(MemoryStore()), *lines) for lines in (ONE, OTHER))
    assert one.state.markers != other.state.markers
    found = compute_current_win_chance(one, FEW)
    assert found is not None
    assert 0 < found.played.game_count <= FEW
    assert found == compute_current_win_chance(other, FEW)
    open_orders = begin_xenocide(*ORDERS)
    assert compute_current_win_chance(open_orders, FEW) is not None


@pytest.mark.thorough
def test_the_program_tells_them_as_json(tmp_path: Path) -> None:
    with open_book(tmp_path / "games.db") as kept:
        begin(kept, (*TO_SHOOT, "end conceded blue"))
    command = (*CHANCE_COMMAND, "m1", str(os.getpid()))
    environment = {**os.environ, "WARLEDGER_DB": str(tmp_path / "games.db")}
    assert subprocess.check_output(command, env=environment) == b"null"
