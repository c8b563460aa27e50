"""Keys after the fact: whom and how of a line taken, and who came in between."""

from __future__ import annotations

from typing import Any

import pytest

from tests.application.test_late_again import any_game
from tests.combat_zone.evening import begin
from tests.combat_zone.test_lines import WATCHED
from tests.deathzap2.evening import shooting
from tests.saying import say
from tests.trial_assault.evening import charged
from tests.tui.quiet import standin
from tracker.application.typed_lines.line_and_script_play import play_line
from tracker.procedures.declared.action_key_types import Keys
from tracker.vocabulary.subject_ids import make_unit_id
from tui.correcting.quick_line_edits import apply_typed_line_edit, format_line_edit_examples
from tui.prompt.key_shorthand_reader import UnreadableKeys
from tui.prompt.table_prompt import Prompt


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
    assert apply_typed_line_edit(shooting(), "r1 > b2 soft", typed) == line


def test_weapons_stay_and_keys_that_say_nothing_are_named() -> None:
    game = shooting()
    assert (
        apply_typed_line_edit(game, "r3 > b1 open with destroyer", "h")
        == "r3 > b1 with destroyer hard"
    )
    with pytest.raises(UnreadableKeys, match="There is no b9"):
        apply_typed_line_edit(game, "r1 > b2 soft", "9")
    with pytest.raises(UnreadableKeys, match="has no effect"):
        apply_typed_line_edit(game, "r1 > b2 soft", "z")


@pytest.mark.parametrize(
    ("typed", "line"),
    [
        ("12d6 4+ / 3+ / -5+", "r1 > b1 12d6 4+ / 3+ / -5+"),
        ("5+", "r1 > b1 5+"),
        ("12d6 4+ for fear", "12d6 4+ for fear"),
        ("r1 > b1 2d6 4+", "r1 > b1 2d6 4+"),
    ],
)
def test_dice_alone_replace_the_dice_of_the_attack(typed: str, line: str) -> None:
    game = any_game("r1 > b1 8d6 4+")
    assert apply_typed_line_edit(game, "r1 > b1 8d6 4+", typed) == line


def test_figures_are_named_by_group_and_number_and_a_distance_follows() -> None:
    game = begin(*WATCHED)
    line = "r11 > b12 18cm soft"
    assert apply_typed_line_edit(game, line, "13") == "r11 > b13 18cm soft"
    assert apply_typed_line_edit(game, line, "1320h") == "r11 > b13 20cm hard"
    assert apply_typed_line_edit(game, line, "13 20cm") == "r11 > b13 soft 20cm"
    assert apply_typed_line_edit(game, line, "13 h") == "r11 > b13 18cm hard"
    assert apply_typed_line_edit(game, line, "d") == "r11 > b12 18cm medium"
    assert apply_typed_line_edit(game, line, "131234h") == "r11 > b13 1234cm hard"
    assert apply_typed_line_edit(game, line, "f") == "r11 > b12 18cm soft shots 1"
    assert apply_typed_line_edit(game, line, "f2") == "r11 > b12 18cm soft shots 2"
    assert apply_typed_line_edit(game, line, "20cm") == "r11 > b12 soft 20cm"
    assert "20cm for 20 cm" in format_line_edit_examples(game, line)
    with pytest.raises(UnreadableKeys, match=r"^`5` has no effect"):
        apply_typed_line_edit(game, line, "1312345")


def test_only_keys_that_the_line_takes_are_offered() -> None:
    """A move has no cover, and a deployment no keys at all. Difficult ground slows no blows."""
    game = begin(*WATCHED)
    assert "o for open" in format_line_edit_examples(game, "r11 > b12 18cm soft")
    assert format_line_edit_examples(game, "r11 moves 1ap") == ""
    assert format_line_edit_examples(game, "deploy") == ""
    fight = format_line_edit_examples(charged("r1 charges b1"), "b1 fights r1")
    assert "rough" not in fight


def test_a_shot_said_late_tells_where_it_was_put() -> None:
    """Keys ``i20`` behind a move: the prompt says before which line, and the dice are asked."""
    game = begin(*WATCHED)
    say(game, "r11 moves 2ap")
    prompt = Prompt(game)
    for key in "i20":
        assert prompt.reader.accepts_character(key)
        prompt.type_text(key)
    prompt.submit_input()
    assert prompt.notice is None or "can interrupt. Type" in prompt.notice.text
    prompt.typed_text = ""
    assert prompt.play_line("b12 shoots r11 20cm")
    assert prompt.notice is not None
    assert prompt.notice.text.startswith("Inserted before line")
    assert prompt.wants_dice
    play_line(game, "answer : 611 / 231")
    assert game.pending is None


def units(red: int, blue: int) -> Any:
    """A game of units that says open and soft by keys, with so many on each side."""
    sides = {"s:r": [make_unit_id(f"r{n}") for n in range(1, red + 1)]}
    sides["s:b"] = [make_unit_id(f"b{n}") for n in range(1, blue + 1)]
    return standin(
        ruleset=standin(
            keys=Keys(flags={"o": "open", "f": "soft"}), lexicon=shooting().ruleset.lexicon
        ),
        state=standin(info=standin(words=standin(by_figure=False))),
        match=standin(
            sides=tuple(sides),
            all_units=lambda side=None: sides[side] if side else [*sides["s:r"], *sides["s:b"]],
            all_figures=list,
            handle=lambda one: one[2:],
        ),
    )


@pytest.mark.parametrize(
    ("red", "blue", "line", "typed", "said"),
    [
        # Two digits where a side has ten or more, whichever it is.
        (3, 9, "r1 > b2 open", "9", "r1 > b9 open"),
        (3, 10, "r1 > b2 open", "10f", "r1 > b10 soft"),
        (10, 3, "r1 > b2 open", "03", "r1 > b3 open"),
        (3, 3, "b1 > r2 open", "3", "b1 > r3 open"),
        (3, 3, "r1 > b2 open", " f ", "r1 > b2 soft"),
        (3, 3, "r1 > b2 open", "of", "r1 > b2 soft"),
        (3, 3, "r1 > b2", "", "r1 > b2"),
    ],
)
def test_a_number_is_as_long_as_the_side_with_more_units(
    red: int, blue: int, line: str, typed: str, said: str
) -> None:
    assert apply_typed_line_edit(units(red, blue), line, typed) == said


@pytest.mark.parametrize(
    ("line", "typed", "why"),
    [
        (
            "r1 > b2 open", "12",
            "`2` has no effect. Type the number of a target, o for open or f for soft, "
            "or press ↑ to edit the whole line.",
        ),
        ("r1 > b2 open", "4", "There is no b4. Type the number of an enemy."),
        (
            "r1 > b2 open | b1 holds", "f",
            "This line cannot be changed with keys. Press ↑ to edit the whole line.",
        ),
        (
            "next", "f",
            "This line cannot be changed with keys. Press ↑ to edit the whole line.",
        ),
    ],
)  # fmt: skip
def test_what_keys_cannot_change_is_said(line: str, typed: str, why: str) -> None:
    with pytest.raises(UnreadableKeys) as refused:
        apply_typed_line_edit(units(3, 3), line, typed)
    assert refused.value.message == why
