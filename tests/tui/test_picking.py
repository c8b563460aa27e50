"""Dice at the prompt one by one: whose each is, which is picked, what typing does to the others."""

from __future__ import annotations

import pytest

from tests.tui.kit import VOLLEY, key, prompt_at
from tests.tui.test_dice import ASKED, FACES, last_roll
from tests.tui.test_sheets import PANIC
from tui.prompt.dice_entry import PlacedDice, parse_placed_dice
from tui.prompt.table_prompt import Prompt


def test_what_is_no_face_beside_a_gap_is_not_taken_apart() -> None:
    asked = prompt_at(ASKED).get_asked_roll()
    assert parse_placed_dice("4_6", asked) == PlacedDice((4, None, 6))
    for text in ("4_>", "_x", "7_", ", _ 5"):
        assert parse_placed_dice(text, asked) is None


def by_app(prompt: Prompt) -> list[tuple[int, int]]:
    return sorted(prompt.dice.by_app)


def row(prompt: Prompt) -> int | None:
    return prompt.dice.picked_row


def at(prompt: Prompt) -> int | None:
    return prompt.dice.picked


def unpicked(prompt: Prompt) -> bool:
    return prompt.dice.clear_pick()


def thrown(prompt: Prompt, faces: str, segment: int = 0, start: int = 0) -> Prompt:
    """The app's dice fall like this."""
    for place, face in enumerate(faces, start=start):
        prompt.dice.app_faces[segment, place] = int(face)
    return prompt


def said(prompt: Prompt) -> str:
    return prompt.notice.text if prompt.notice else ""


def test_what_is_typed_in_the_place_of_the_apps_dice_is_the_tables() -> None:
    prompt = thrown(key(prompt_at(ASKED), "45"), "11223344", start=2)
    prompt.roll_dice_by_app()
    assert (prompt.typed_text, at(prompt), prompt.notice) == ("4511223344", None, None)
    assert by_app(prompt) == [(0, place) for place in range(2, 10)]
    key(prompt, "⌫⌫⌫")
    assert (prompt.typed_text, by_app(prompt)) == ("4511223", [(0, place) for place in range(2, 7)])
    key(prompt, "666⏎")
    rolled = last_roll(prompt.game)
    # What the table rolled stands first, then the app's five.
    assert (rolled.faces, rolled.app) == ((4, 5, 6, 6, 6, 1, 1, 2, 2, 3), 5)


def test_dice_that_move_up_stay_whose_they_are() -> None:
    prompt = thrown(key(prompt_at(ASKED), "45"), "11223344", start=2)
    prompt.roll_dice_by_app()
    for _ in range(5):
        prompt.dice.pick_adjacent_die(-1)
    key(prompt, "⌫")  # the sixth, the app's second 2: 4 5 1 1 2 | 3 3 4 4 move up
    assert (prompt.typed_text, at(prompt)) == ("451123344", 5)
    assert by_app(prompt) == [(0, place) for place in range(2, 9)]
    for _ in range(4):
        prompt.dice.pick_adjacent_die(-1)
    key(prompt, "⌫")  # the second, typed: all behind it are the app's
    assert (prompt.typed_text, at(prompt)) == ("41123344", 1)
    assert by_app(prompt) == [(0, place) for place in range(1, 8)]
    for _ in range(6):
        prompt.dice.pick_adjacent_die(1)
    key(prompt, "⌫")  # the last: the one before it is picked now
    assert (prompt.typed_text, at(prompt)) == ("4112334", 6)
    assert by_app(prompt) == [(0, place) for place in range(1, 7)]
    prompt = key(prompt_at(ASKED), "4")
    prompt.dice.pick_adjacent_die(-1)
    prompt.dice.pick_adjacent_die(-1)  # there is none before the first
    assert at(prompt) == 0
    key(prompt, "⌫")
    assert (prompt.typed_text, at(prompt)) == ("", None)


def test_of_dice_rolled_again_only_those_are_dropped_and_mended() -> None:
    prompt = thrown(key(prompt_at(ASKED), "45"), "11223344", start=2)
    prompt.roll_dice_by_app()
    prompt.dice_entry.begin_reroll()
    assert prompt.typed_text == "4511223344 *"
    key(prompt, "1")
    assert prompt.typed_text == "4511223344 *1 "
    thrown(prompt, "56", segment=1)
    prompt.roll_dice_by_app()
    first = [(0, place) for place in range(2, 10)]
    assert prompt.typed_text == "4511223344 *1 56"
    assert by_app(prompt) == [*first, (1, 0), (1, 1)]
    key(prompt, "⌫")
    assert (prompt.typed_text, by_app(prompt)) == ("4511223344 *1 5", [*first, (1, 0)])
    prompt.roll_dice_by_app()
    assert prompt.typed_text == "4511223344 *1 56"  # it fell before
    prompt.dice.pick_adjacent_die(-1)
    assert at(prompt) == 1
    key(prompt, "3")
    assert (prompt.typed_text, by_app(prompt)) == ("4511223344 *1 53", [*first, (1, 0)])
    assert at(prompt) is None
    key(prompt, "⏎")
    rolled = last_roll(prompt.game)
    assert rolled.faces == (4, 5, 5, 3, 2, 2, 3, 3, 4, 4)
    # The first two and the fourth, typed over, are the table's.
    assert (rolled.again, rolled.app, rolled.app_at) == ((2, 3), 7, (2, 4, 5, 6, 7, 8, 9))


def test_the_die_picked_goes_from_the_first_to_behind_the_last() -> None:
    prompt = key(prompt_at(ASKED), "451")
    ways = []
    for step in (1, -1, 1, -1, -1, -1, -1, 1, 1, 1):
        prompt.dice.pick_adjacent_die(step)
        ways.append(at(prompt))
    # Behind the last none is picked: there the next one is typed.
    assert ways == [None, 2, None, 2, 1, 0, 0, 1, 2, None]
    assert not unpicked(prompt)
    prompt.dice.pick_adjacent_die(-1)
    assert (unpicked(prompt), at(prompt)) == (True, None)
    prompt.dice.pick_adjacent_die(-1)
    key(prompt, "6")
    assert (prompt.typed_text, at(prompt)) == ("456", None)  # the last was mended: on with the next
    prompt.dice.pick_adjacent_die(-1)
    prompt.dice.pick_adjacent_die(-1)
    key(prompt, "2")
    assert (prompt.typed_text, at(prompt)) == ("426", 2)


def test_rows_are_gone_through_up_and_down() -> None:
    prompt = prompt_at(PANIC)  # Alpha has no dice, two others two each
    prompt.dice.pick_adjacent_row(-1)
    assert (row(prompt), at(prompt)) == (2, 2)
    prompt.dice.pick_adjacent_row(1)
    assert row(prompt) == 2
    prompt.dice.pick_adjacent_row(-1)
    assert (row(prompt), at(prompt)) == (1, 0)
    prompt.dice.pick_adjacent_row(-1)
    assert row(prompt) == 1
    assert unpicked(prompt)
    assert (row(prompt), at(prompt)) == (None, None)
    key(prompt, "312")
    prompt.dice.pick_adjacent_row(1)
    assert (row(prompt), at(prompt)) == (1, 0)  # whole: from its first
    prompt.dice.pick_adjacent_row(1)
    assert (row(prompt), at(prompt)) == (2, 3)  # what lacks is typed first
    prompt.dice.pick_adjacent_die(-1)
    assert (row(prompt), at(prompt)) == (None, 2)  # a die by itself, no row
    unpicked(prompt)
    prompt.dice.pick_adjacent_row(1)
    key(prompt, "45")  # the row is full: it is let go
    assert (prompt.typed_text, row(prompt), at(prompt)) == ("452", None, None)


def test_a_die_typed_before_others_leaves_gaps_that_are_filled_first() -> None:
    prompt = prompt_at(PANIC)
    prompt.dice.pick_adjacent_row(-1)
    key(prompt, "2")
    assert (prompt.typed_text, row(prompt), at(prompt)) == ("__2", 2, 3)
    key(prompt, "6")
    assert (prompt.typed_text, row(prompt), at(prompt)) == ("__26", None, None)
    key(prompt, "⏎")
    assert said(prompt).endswith("is still missing. Press r to let the app roll it.")
    key(prompt, "3")  # into the first gap
    assert prompt.typed_text == "3_26"
    prompt.dice.pick_adjacent_die(-1)
    prompt.dice.pick_adjacent_die(-1)
    key(prompt, "⌫")
    assert (prompt.typed_text, at(prompt)) == ("3__6", 2)  # every die keeps its place
    thrown(prompt, "1", start=2)
    prompt.dice.pick_adjacent_row(-1)
    prompt.roll_dice_by_app()  # of the row that is picked only
    assert (prompt.typed_text, by_app(prompt), row(prompt)) == ("3_16", [(0, 2)], None)
    prompt.dice.pick_adjacent_row(-1)
    key(prompt, "7")
    assert prompt.typed_text == "3_16"
    assert "a D6 has no 7" in said(prompt)
    key(prompt, "4")
    assert (prompt.typed_text, by_app(prompt), prompt.notice) == ("3_46", [], None)


@pytest.mark.parametrize(
    ("keys", "typed"),
    [
        ("/", "="), ("/5", "=5"), ("/5/", "=5,"), ("46>", "4 6>"), ("146>", "14 6>"), ("4>", "4>"),
    ],
)  # fmt: skip
def test_signs_of_the_number_pad(keys: str, typed: str) -> None:
    prompt = prompt_at(ASKED)
    for one in keys:
        prompt.dice.type_text(one)
    assert prompt.typed_text == typed


def test_old_dice_go_when_others_are_typed_and_come_back() -> None:
    prompt = thrown(key(prompt_at(ASKED), "45"), "11223344", start=2)
    prompt.roll_dice_by_app()
    key(prompt, "⏎")
    prompt.undo_last_entry()
    mine = [(0, place) for place in range(2, 10)]
    assert (prompt.is_replaceable, by_app(prompt)) == (True, mine)
    old = prompt.typed_text
    assert not prompt.dice.restore_replaced_dice()
    key(prompt, "6")
    assert (prompt.typed_text, by_app(prompt)) == ("6", [])
    key(prompt, "⌫")
    assert (prompt.typed_text, prompt.is_replaceable, by_app(prompt)) == (old, True, mine)
    prompt.dice.pick_adjacent_die(-1)
    key(prompt, "6")  # a die that is picked is mended, nothing begins anew
    assert (prompt.typed_text.replace(" ", ""), by_app(prompt)) == ("4511223346", mine[:-1])


def test_the_next_question_has_dice_of_its_own() -> None:
    prompt = key(prompt_at(ASKED), FACES)
    prompt.dice.pick_adjacent_die(-1)
    key(prompt, "⏎")
    prompt.dice.forget_stale_dice()
    assert (at(prompt), row(prompt), prompt.typed_text) == (None, None, "")
    key(prompt, "4")
    prompt.roll_dice_by_app()
    assert (len(prompt.typed_text), len(prompt.dice.by_app), len(prompt.dice.app_faces)) == (
        6,
        5,
        5,
    )
    waited = prompt.pending
    prompt.game.answer_with_text("=3")  # somebody else was sooner
    prompt.mark_typed_text_stale_if_answered(waited)
    prompt.dice.forget_stale_dice()
    # The app's dice are nobody's typing: they go with their question.
    assert (prompt.typed_text, by_app(prompt), prompt.dice.app_faces) == ("", [], {})


def test_no_dice_are_rolled_where_they_are_only_counted_or_none_are_asked() -> None:
    prompt = key(prompt_at(ASKED), "=5")
    prompt.roll_dice_by_app()
    assert (prompt.typed_text, said(prompt)[:37]) == ("=5", "You did not type each die separately.")
    prompt.typed_text = "26m6"  # no count, either
    prompt.roll_dice_by_app()
    assert said(prompt)[:37] == "You did not type each die separately."
    prompt.dice.pick_adjacent_row(1)
    assert said(prompt) == "↑ ↓ pick rows only on a sheet of several rolls."
    prompt = key(prompt_at(ASKED), "4 .")
    prompt.roll_dice_by_app()
    assert prompt.typed_text == "4 ."
    prompt = key(prompt_at(VOLLEY), "")
    prompt.dice_entry.begin_reroll()
    assert said(prompt).startswith("Type the faces of all dice first.")
    assert not prompt.dice_entry.cancel_free_roll()


def test_a_free_roll_stands_in_the_place_of_the_dice_and_gives_them_back() -> None:
    prompt = thrown(key(prompt_at(ASKED), "45"), "11223344", start=2)
    prompt.roll_dice_by_app()
    typed, mine = prompt.typed_text, by_app(prompt)
    prompt.dice_entry.begin_free_roll("4+ cover")
    assert (prompt.typed_text, prompt.notice) == ("", None)
    prompt.dice.forget_stale_dice()
    assert by_app(prompt) == []
    prompt.dice_entry.begin_free_roll("5+ cover")  # once more: what stood aside still does
    key(prompt, "3")
    assert prompt.dice_entry.cancel_free_roll()
    assert (prompt.typed_text, by_app(prompt), prompt.free_roll) == (typed, mine, None)
    assert prompt.dice.app_faces[0, 2] == 1
    assert not prompt.dice_entry.cancel_free_roll()
