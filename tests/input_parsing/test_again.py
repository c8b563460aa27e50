"""Dice that the table rolls again: both faces are kept, the later one counts."""

from __future__ import annotations

from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.input_parsing.test_reading_properties import rolls
from tracker.input_parsing.asked_dice_roll import (
    AskedRoll,
    make_faces_roll,
    make_pool_roll,
    make_sum_roll,
)
from tracker.input_parsing.dice_reader import find_reroll, parse_dice
from tracker.input_parsing.dice_reading_results import (
    DiceReading,
    DiceRefusal,
    Why,
    format_dice_reading,
)
from tracker.vocabulary.dice_bands import make_at_least_bands

WOUND = make_pool_roll(5, 6, make_at_least_bands(4))
HERO = make_sum_roll((8, 8, 6, 6), 1)
CHECKS = make_faces_roll((6, 6, 6), ("r1", "r2", "b1"))


def reading(text: str, asked: AskedRoll) -> DiceReading:
    found = parse_dice(text, asked)
    assert isinstance(found, DiceReading), found
    return found


@pytest.mark.parametrize(
    ("text", "final", "made", "places"),
    [
        # 1 2 4 3 6 for 4+: 1, 2 and 3 failed; 4 2 5 in their places make two more of four.
        ("12436 *f 425", (4, 2, 4, 5, 6), 4, (0, 1, 3)),
        ("12436*f 4 2 5", (4, 2, 4, 5, 6), 4, (0, 1, 3)),
        ("12436 *1 6", (6, 2, 4, 3, 6), 3, (0,)),  # the only one
        ("12436 *p2,4 14", (1, 1, 4, 4, 6), 3, (1, 3)),  # the second and the fourth die
        ("11436 *1x1 5", (5, 1, 4, 3, 6), 3, (0,)),  # one of two ones
        ("12436 *6 1", (1, 2, 4, 3, 1), 1, (4,)),  # the later face counts, though it is worse
    ],
)
def test_the_later_face_counts(
    text: str, final: tuple[int, ...], made: int, places: tuple[int, ...]
) -> None:
    found = reading(text, WOUND)
    assert (found.faces, found.again) == (final, places)
    assert found.result == (5 - made, made)
    assert found.first == tuple(int(face) for face in text[:5])


def test_the_new_dice_may_be_counted() -> None:
    # 4 and 6 made it; of three new dice two do: four of five, the three new faces not read.
    found = reading("12436 *f =2", WOUND)
    assert (found.result, found.faces, found.source) == ((1, 4), (4, 6), "counted")


def test_a_table_that_rolled_fewer_dice_rolls_some_of_them_again() -> None:
    """Three of the five dice; 1 and 2 failed on 4+, the 4 made it: 4 and 2 in their places."""
    for found in (
        reading("124d *f 42", WOUND),
        parse_dice("124 *f 42", WOUND, allow_other_count=True),
    ):
        assert isinstance(found, DiceReading)
        assert (found.faces, found.again, found.result) == ((4, 2, 4), (0, 1), (1, 2))
        assert found.size_changed
    assert find_reroll("124 *f", WOUND) is None


def test_a_sum_is_added_up_anew() -> None:
    # 5 + 3 + 6 + 4 + 1 for the bonus, where the two was thrown again.
    assert reading("5324 *2 6", HERO).result == (19,)


def test_dice_with_places_keep_them() -> None:
    assert reading("352 *p2 1", CHECKS).result == (3, 1, 2)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("12436 *", "after `*`, type which dice are rolled again"),
        ("12436 *f", "3 dice to roll"),
        ("12436 *f 42", "3 dice are rerolled, 2 were typed: type the other one"),
        ("12436 *5 1", "there is no such die"),
        ("12436 *p6 1", "there is no such die"),
        ("1243 *f 1", "5 dice to roll"),
        ("=2 *f 1", "type the faces of all the dice before `*`"),
        ("12436 *f 425 *1 2", "only one `*`"),
        ("12436 *f 42d", "put `d` before `*`"),
        ("12436 *f 4251d", "put `d` before `*`"),
    ],
)
def test_what_cannot_be_rolled_again_is_said_and_kept(text: str, sentence: str) -> None:
    found = parse_dice(text, WOUND)
    assert isinstance(found, DiceRefusal)
    assert sentence in found.sentence
    assert found.kind in get_args(Why)
    assert found.text == text


def test_failures_are_only_known_of_dice_that_succeed_or_fail() -> None:
    found = parse_dice("5324 *f 1", HERO)
    assert isinstance(found, DiceRefusal)
    assert "type the face to roll again" in found.sentence


def test_the_new_dice_are_a_question_of_their_own() -> None:
    again = find_reroll("12436 *f 4", WOUND)
    assert again is not None
    assert (again.roll.dice_count, again.rest.strip()) == (3, "4")
    assert find_reroll("12436", WOUND) is None


@given(rolls(), st.data())
def test_any_roll_rolled_again_is_spelled_so_that_it_reads_the_same(
    roll: tuple[AskedRoll, tuple[int, ...]], data: st.DataObject
) -> None:
    asked, seen = roll
    places = sorted(data.draw(st.sets(st.integers(0, asked.dice_count - 1), min_size=1)))
    new = [data.draw(st.integers(1, asked.get_sides_of_die(place))) for place in places]
    which = ",".join(str(place + 1) for place in places)
    found = reading(f"{' '.join(map(str, seen))} *p{which} {' '.join(map(str, new))}", asked)
    expected = list(seen)
    for place, face in zip(places, new, strict=True):
        expected[place] = face
    plain = reading(" ".join(map(str, expected)), asked)
    assert (found.faces, found.result) == (plain.faces, plain.result)
    assert found.first == seen
    assert parse_dice(format_dice_reading(found, asked), asked) == found


@pytest.mark.parametrize(
    ("text", "asked", "spelled"),
    [  # 1 2 4 3 6 on 4+: three failed, and of the new dice two succeed; the total of one die is 5
        ("12436 *f =2", WOUND, "1 2 4 3 6 *p1,2,4 =2"),
        ("1234 *p1 =5", HERO, "1 2 3 4 *p1 =5"),
    ],
)
def test_new_dice_that_were_counted_are_spelled_as_counts(
    text: str, asked: AskedRoll, spelled: str
) -> None:
    found = reading(text, asked)
    assert format_dice_reading(found, asked) == spelled
    assert reading(spelled, asked) == found
