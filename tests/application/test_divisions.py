"""Divisions said by name or by number, and lines that take back."""

from __future__ import annotations

import pytest

from tests.application.table import begin
from tracker.application.errors import Refused
from tracker.application.match.choice_parser import parse_choice_or_default
from tracker.application.typed_lines.line_and_script_play import play_line
from tracker.procedures.requests import Option, Pick, Share, Split, Tally

FALLS = Split(
    what="falls",
    total=1,
    shares=(Share("0", "Sergeant Odell", 1), Share("1", "gunner: medium repeater", 1)),
    default=(("0", 1),),
)
NEAR = Tally(
    what="within 2 inches",
    shares=(Share("u:r1=plain", "Alpha", 5), Share("u:b1=plain", "Claw pack", 4)),
)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("", (("0", 1),)),  # as proposed
        ("1", (("0", 1),)),  # one of the first group, whatever its id
        ("0 1", (("1", 1),)),  # none of the first, one of the second
        ("falls gunner", (("1", 1),)),
        ("gunner 1", (("1", 1),)),
    ],
)
def test_who_falls_by_place_or_by_name(text: str, value: tuple[tuple[str, int], ...]) -> None:
    assert parse_choice_or_default(FALLS, text) == value


@pytest.mark.parametrize("text", ["fallschirm", "falls Fallschirm", "falls 2"])
def test_a_name_that_begins_like_the_word_falls(text: str) -> None:
    winners = Pick(
        what="the winner",
        options=(Option("s:r", "Red"), Option("s:b", "Fallschirm")),
        default="s:r",
    )
    assert parse_choice_or_default(winners, text) == "s:b"


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("in 3", (("u:r1=plain", 3),)),
        ("in b1 3", (("u:b1=plain", 3),)),
        ("in r1 1 b1 2", (("u:r1=plain", 1), ("u:b1=plain", 2))),
    ],
)
def test_who_is_near_by_the_handle_of_its_unit(
    text: str, value: tuple[tuple[str, int], ...]
) -> None:
    assert parse_choice_or_default(NEAR, text) == value


def test_a_name_that_is_no_group_is_refused_with_the_groups() -> None:
    with pytest.raises(Refused, match="how many of each: r1 Alpha"):
        parse_choice_or_default(NEAR, "in b7 3")


def test_lines_that_take_back_and_return() -> None:
    game = begin()
    game.add_note("one")
    game.add_note("two")
    assert play_line(game, "undo").error is None
    assert [
        e.input.text for e in game.history.list_entries_on_path() if hasattr(e.input, "text")
    ] == ["one"]
    assert play_line(game, " Redo ").error is None
    assert (
        game.history.list_entries_on_path()[-1].input == game.history.list_all_entries()[-3].input
    )
    assert play_line(game, "undo action").error is None
    assert [
        e.input.text for e in game.history.list_entries_on_path() if hasattr(e.input, "text")
    ] == ["one"]
    assert play_line(game, "undo turn").error is None
    assert not [e for e in game.history.list_entries_on_path() if hasattr(e.input, "text")]
    again = [play_line(game, "undo turn") for _ in range(3)][-1]
    assert (again.error, again.messages) == (
        None,
        ("The game is already at that line; nothing was undone.",),
    )
