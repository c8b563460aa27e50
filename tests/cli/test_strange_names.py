"""Sides and players may be called anything, also with the sign that parts a name from a value."""

from __future__ import annotations

import pytest

from tracker.application.book import Book
from tracker.application.errors import Refused
from tracker.cli.setting_up import MatchWanted, begin
from tracker.ledger.memory import MemoryStore

STRANGE = "[/b] =1+1 <b>"


def wanted(*sides: str, players: tuple[str, ...] = ()) -> MatchWanted:
    return MatchWanted("", list(sides), list(players), [], "", "warn", "", "")


def test_a_side_and_a_player_with_signs_in_their_names() -> None:
    sides = (f"{STRANGE}=iron-third", "=2+2=red-dusk")
    game = begin(Book(MemoryStore()), wanted(*sides, players=(f"{STRANGE}={STRANGE}", "=2+2=Bo")))
    assert [(side.name, side.player) for side in game.state.info.sides] == [
        (STRANGE, STRANGE),
        ("=2+2", "Bo"),
    ]


@pytest.mark.parametrize("side", ["Red", "Red=", "=iron-third", ""])
def test_a_side_without_name_or_roster_is_refused(side: str) -> None:
    with pytest.raises(Refused, match="NAME=VALUE"):
        begin(Book(MemoryStore()), wanted(side, "Blue=red-dusk"))


def test_a_player_of_no_side_is_refused() -> None:
    with pytest.raises(Refused, match="No side is called 'Green'"):
        begin(
            Book(MemoryStore()),
            wanted("Red=iron-third", "Blue=red-dusk", players=("Green=Anna",)),
        )
