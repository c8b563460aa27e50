"""Keys after the fact: whom and how of a line taken, and who came in between."""

from __future__ import annotations

import pytest

from tests.combat_zone.evening import begin
from tests.combat_zone.test_lines import WATCHED
from tests.deathzap2.evening import shooting
from tests.saying import say
from tracker.application.lines.line import play_line
from tui.correcting.edit_keys import changed
from tui.prompt.keying import NotKeys
from tui.prompt.prompt import Prompt


@pytest.mark.parametrize(
    ("typed", "line"),
    [
        ("h", "r1 > b2 hard"),
        ("3", "r1 > b3 soft"),
        ("1o", "r1 > b1 open"),
        ("r1 > b1 hard", "r1 > b1 hard"),
    ],
)
def test_keys_change_whom_and_how(typed: str, line: str) -> None:
    assert changed(shooting(), "r1 > b2 soft", typed) == line


def test_weapons_stay_and_keys_that_say_nothing_are_named() -> None:
    game = shooting()
    assert changed(game, "r3 > b1 open with destroyer", "h") == "r3 > b1 with destroyer hard"
    with pytest.raises(NotKeys, match="There is no b9"):
        changed(game, "r1 > b2 soft", "9")
    with pytest.raises(NotKeys, match="changes nothing here"):
        changed(game, "r1 > b2 soft", "z")


def test_figures_are_named_by_group_and_number_and_a_distance_follows() -> None:
    game = begin(*WATCHED)
    line = "r11 > b12 18cm soft"
    assert changed(game, line, "13") == "r11 > b13 18cm soft"
    assert changed(game, line, "1320h") == "r11 > b13 20cm hard"
    assert changed(game, line, "d") == "r11 > b12 18cm medium"


def test_a_shot_said_late_tells_where_it_was_put() -> None:
    """Keys ``i20`` behind a move: the prompt says before which line, and the dice are asked."""
    game = begin(*WATCHED)
    say(game, "r11 moves 2ap")
    prompt = Prompt(game)
    for key in "i20":
        assert prompt.saying.takes(key)
        prompt.add(key)
    prompt.accept()
    assert prompt.notice is None or "Several may come in between" in prompt.notice.text
    prompt.typed = ""
    assert prompt.play("b12 shoots r11 20cm")
    assert prompt.notice is not None
    assert prompt.notice.text.startswith("Entered before line")
    assert prompt.wants_dice
    play_line(game, "answer : 611 / 231")
    assert game.pending is None
