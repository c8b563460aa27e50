"""Each way of calling dice, and what is said to dice that do not answer."""

from __future__ import annotations

import pytest

from tracker.input_parsing.asked_dice_roll import (
    AskedRoll,
    make_faces_roll,
    make_pool_roll,
    make_sum_roll,
)
from tracker.input_parsing.dice_reader import (
    add_app_dice,
    list_sides_of_missing_dice,
    parse_dice,
    reinterpret_faces,
    split_text_by_player,
)
from tracker.input_parsing.dice_reading_results import DiceReading, DiceRefusal, Why
from tracker.vocabulary.dice_bands import Band, make_at_least_bands, make_at_most_bands

HIT = make_pool_roll(8, 6, make_at_least_bands(4))
RENDING = make_pool_roll(
    14, 6, (Band("misses", 1, 2), Band("hits", 3, 5, success=True), Band("sixes", 6, 6, True))
)
TENS = make_pool_roll(6, 10, make_at_most_bands(2))
AREA = make_pool_roll(
    5, 10, (Band("hits", 1, 4, True), Band("near misses", 5, 6), Band("misses", 7, 10))
)
BOTH_ENDS = make_pool_roll(
    9,
    6,
    (Band("ones", 1, 1), Band("misses", 2, 3), Band("hits", 4, 5, True), Band("sixes", 6, 6, True)),
)
WOUND = make_sum_roll((6, 6, 6), 2)
HERO = make_sum_roll((8, 8, 6, 6, 6))
ORDERS = make_faces_roll((6, 6, 6), ("r1", "r2", "r3"))
VOLLEY = (4, 5, 1, 6, 2, 3, 4, 6)


def reading(text: str, asked: AskedRoll, *, allow_other_count: bool = False) -> DiceReading:
    found = parse_dice(text, asked, allow_other_count=allow_other_count)
    assert isinstance(found, DiceReading), found
    return found


def refusal(text: str, asked: AskedRoll, *, allow_other_count: bool = False) -> DiceRefusal:
    found = parse_dice(text, asked, allow_other_count=allow_other_count)
    assert isinstance(found, DiceRefusal), found
    assert (found.text, found.asked) == (text, asked.dice_count)
    return found


@pytest.mark.parametrize(
    "text",
    ["45162346", "4 5 1 6 2 3 4 6", "4,5,1,6,2,3,4,6", "451 62346", "  45 16, 23 46 ", "4516v2346"],
)
def test_faces_however_grouped(text: str) -> None:
    assert reading(text, HIT) == DiceReading(VOLLEY, (3, 5), "typed", 8)


@pytest.mark.parametrize(
    ("text", "result", "read_faces"),
    [
        ("3x6 1x5 4x2", (4, 4), 8),
        ("5x6 .", (3, 5), 5),
        ("5x6.", (3, 5), 5),
        ("3x1 +", (3, 5), 3),
        ("=5", (3, 5), 0),
        ("S5", (3, 5), 0),
        ("= 5", (3, 5), 0),
        ("-3", (3, 5), 0),
        ("f3", (3, 5), 0),
        ("=5 -3", (3, 5), 0),
        (".", (8, 0), 0),
        ("+", (0, 8), 0),
        ("=0", (8, 0), 0),
    ],
)
def test_counts_of_a_pool(text: str, result: tuple[int, ...], read_faces: int) -> None:
    found = reading(text, HIT)
    assert found.result == result
    assert found.source == ("typed" if read_faces == 8 else "counted")
    assert (len(found.faces), found.unknown_face_count) == (read_faces, 8 - read_faces)


def test_twenty_six_dice_called_by_their_faces() -> None:
    found = reading("5x6 4x5 3x4 .", make_pool_roll(26, 6, make_at_least_bands(4)))
    assert (found.result, found.unknown_face_count, found.source) == ((14, 12), 14, "counted")


@pytest.mark.parametrize(
    ("text", "asked", "result"),
    [
        ("=9,3", RENDING, (5, 6, 3)),
        ("s9, 3", RENDING, (5, 6, 3)),
        ("-5,3", RENDING, (5, 6, 3)),
        ("=0", RENDING, (14, 0, 0)),
        ("3x6 .", RENDING, (11, 0, 3)),
        ("=2,1", AREA, (2, 1, 2)),
        ("=5", AREA, (5, 0, 0)),
        ("1 2 +", AREA, (5, 0, 0)),
        ("=4,1,2", BOTH_ENDS, (2, 3, 3, 1)),
        ("=0,2", BOTH_ENDS, (2, 7, 0, 0)),
        ("=9,2", BOTH_ENDS, (0, 0, 7, 2)),
    ],
)
def test_special_kinds_are_said_beside_the_successes(
    text: str, asked: AskedRoll, result: tuple[int, ...]
) -> None:
    assert reading(text, asked).result == result


@pytest.mark.parametrize(
    ("text", "asked", "question"),
    [
        ("=9", RENDING, "9 succeeded: of these, how many sixes?"),
        ("-5", RENDING, "9 succeeded: of these, how many sixes?"),
        ("3x6 +", RENDING, "14 succeeded: of these, how many sixes?"),
        ("=2", AREA, "3 failed: of these, how many near misses?"),
        ("2 3 .", AREA, "3 failed: of these, how many near misses?"),
        ("=4", BOTH_ENDS, "4 succeeded: of these, how many sixes?"),
        ("=4,1,1,1", RENDING, "no other kind"),
    ],
)
def test_a_special_kind_is_asked_for(text: str, asked: AskedRoll, question: str) -> None:
    assert question in refusal(text, asked).sentence


@pytest.mark.parametrize(("typed", "verb"), [("=1", "fail"), ("-1", "succeed")])
def test_dice_that_can_only_end_one_way_are_not_said_to_end_the_other(
    typed: str, verb: str
) -> None:
    """Two dice of which one did one thing, so that the other did what none of them can."""
    only = make_pool_roll(2, 6, (Band("all", 1, 6, verb == "fail"),))
    assert f"no face of this die can {verb} here" in refusal(typed, only).sentence


@pytest.mark.parametrize(("typed", "verb"), [("3 +", "succeed"), ("3 .", "fail")])
def test_nor_are_the_rest_of_those_typed_face_by_face(typed: str, verb: str) -> None:
    only = make_pool_roll(2, 6, (Band("all", 1, 6, verb == "fail"),))
    assert f"no face of this die can {verb} here" in refusal(typed, only).sentence


@pytest.mark.parametrize(
    "text", ["271094", "2 7 1 10 9 4", "2 7 1 0 9 4", "27 1 0 94", "2,7,1,10,9,4"]
)
def test_both_spellings_of_ten_by_the_number_asked(text: str) -> None:
    assert reading(text, TENS) == DiceReading((2, 7, 1, 10, 9, 4), (2, 4), "typed", 6)


@pytest.mark.parametrize(
    ("text", "count", "seen"),
    [
        ("10", 1, (10,)),
        ("10", 2, (1, 10)),
        ("10 10", 2, (10, 10)),
        ("10 10", 4, (1, 10, 1, 10)),
        ("1010", 4, (1, 10, 1, 10)),
        ("27 10", 3, (2, 7, 10)),
        ("11111 10", 6, (1, 1, 1, 1, 1, 10)),
        ("2x10 1", 3, (10, 10, 1)),
        ("2x0 1", 3, (10, 10, 1)),
    ],
)
def test_ten_is_one_die_or_two(text: str, count: int, seen: tuple[int, ...]) -> None:
    assert reading(text, make_faces_roll((10,) * count)).faces == seen


def test_some_tens_do_not_matter_in_a_pool_and_are_unclear_in_places() -> None:
    assert sorted(reading("10 10", make_pool_roll(3, 10, make_at_most_bands(2))).faces) == [
        1,
        10,
        10,
    ]
    assert refusal("10 10", make_faces_roll((10,) * 3)).kind == "ambiguous"
    assert refusal("10 .", TENS).kind == "ambiguous"
    assert reading("0 .", TENS).faces == (10,)
    assert reading("2 10 .", TENS).faces == (2, 10)


@pytest.mark.parametrize(
    ("text", "typed"),
    [("1111110", 7), ("1101111", 7), ("271110 4", 7), ("10101010", 8), ("1111110 .", 7)],
)
def test_a_ten_within_a_run_is_a_one_and_a_ten_so_that_a_digit_too_many_is_noticed(
    text: str, typed: int
) -> None:
    found = refusal(text, TENS)
    assert (found.kind, found.typed) == ("too_many", typed)
    assert found.sentence.startswith(f"6 dice to roll, {typed} typed (`0` is a ten): drop ")


def test_a_sum_is_faces_or_what_the_dice_show() -> None:
    assert reading("231", WOUND) == DiceReading((2, 3, 1), (8,), "typed", 3)
    assert reading("=6", WOUND) == DiceReading((), (8,), "counted", 3)
    assert reading("53241", HERO).result == (15,)
    assert "a D6 has no 7; type 1 to 6" in refusal("53247", HERO).sentence
    assert reading("7 8 241", HERO).faces == (7, 8, 2, 4, 1)


def test_large_dice_are_spaced() -> None:
    assert reading("17 3", make_sum_roll((20, 20))).result == (20,)
    assert "with spaces between" in refusal("1734", make_sum_roll((20, 20))).sentence
    assert "with spaces" not in refusal("150", make_sum_roll((100,))).sentence
    assert refusal("17", make_pool_roll(2, 20, make_at_least_bands(11, 20))).kind == "too_few"


@pytest.mark.parametrize(("text", "face"), [("00", 100), ("07", 7), ("70", 70), ("100", 100)])
def test_percentile_dice_are_typed_as_they_show(text: str, face: int) -> None:
    assert reading(text, make_sum_roll((100,))).result == (face,)


@pytest.mark.parametrize(
    ("text", "asked", "kind"),
    [
        ("", HIT, "empty"),
        ("  ", ORDERS, "empty"),
        ("451623462", HIT, "too_many"),
        ("=9", HIT, "bad_count"),
        ("9x6", HIT, "too_many"),
        ("999999x6", HIT, "too_many"),
        ("451623462 .", HIT, "too_many"),
        ("4516", HIT, "too_few"),
        ("=3 -4", HIT, "too_few"),
        ("45162347", HIT, "bad_face"),
        ("40162346", HIT, "bad_face"),
        ("8x7", HIT, "bad_face"),
        ("45162346 1>7", HIT, "bad_face"),
        ("=2,3", RENDING, "bad_count"),
        ("=1", make_pool_roll(3, 6, make_at_least_bands(7)), "bad_count"),
        ("+", make_pool_roll(3, 6, make_at_least_bands(7)), "bad_count"),
        ("=19", WOUND, "bad_count"),
        ("=2", WOUND, "bad_count"),
        ("-2", WOUND, "not_understood"),
        ("=6,1", WOUND, "not_understood"),
        ("=9", RENDING, "need_kind"),
        ("=5", ORDERS, "need_faces"),
        ("5 .", ORDERS, "need_faces"),
        ("5 +", WOUND, "need_faces"),
        ("45162346 7>3", HIT, "no_such_die"),
        ("four", HIT, "not_understood"),
        ("3x", HIT, "not_understood"),
        ("123456789x6", HIT, "not_understood"),
        ("=5 r", HIT, "not_understood"),
        ("5 . r", HIT, "not_understood"),
        ("=5,3", HIT, "not_understood"),
    ],
)
def test_refusals_have_a_kind_and_keep_the_text(text: str, asked: AskedRoll, kind: Why) -> None:
    found = refusal(text, asked)
    assert found.kind == kind
    assert found.sentence
    assert found.sentence == " ".join(found.sentence.split())


@pytest.mark.parametrize(
    ("text", "asked", "says"),
    [
        ("45162346 7>3", HIT, "there is no 7 to change among the dice 4 5 1 6 2 3 4 6"),
        (
            "5 +",
            WOUND,
            "a sum needs every die: type the remaining faces, or the total as `=15`",
        ),
        ("34=4", HIT, "type either faces or a count"),
        ("34=4", WOUND, "type either faces or their total"),
        ("34=4", ORDERS, "each die has its own meaning here: type only faces"),
        ("ten", WOUND, '"ten" is not dice: type faces such as `4516`, or `=15` for their total'),
        ("ten", ORDERS, '"ten" is not dice: type the faces in order, such as `4516`'),
        ("ten", make_sum_roll((8,), 0), '"ten" is not a face: type 1 to 8'),
        ("5 .", ORDERS, "each die has its own meaning: type the remaining faces too"),
        (
            "=9",
            RENDING,
            "9 succeeded: of these, how many sixes? Type that number too, as in `=9,1`",
        ),
        (
            "=4",
            BOTH_ENDS,
            "4 succeeded: of these, how many sixes? Type that number too, as in `=4,1,1` "
            "(sixes, ones)",
        ),
    ],
)
def test_sentences_name_what_is_missing(text: str, asked: AskedRoll, says: str) -> None:
    assert refusal(text, asked).sentence == says


def test_a_sum_is_told_from_the_least_to_the_most() -> None:
    """Three dice and 2 more: the dice alone come to 3 at least and to 18 at most."""
    assert [reading(f"={total}", WOUND).result for total in (3, 18)] == [(5,), (20,)]
    for total in (2, 19):
        assert refusal(f"={total}", WOUND).kind == "bad_count"


def test_a_wrong_number_says_the_three_ways_on() -> None:
    found = refusal("451623462", HIT)
    assert found.sentence == (
        "8 dice to roll, 9 typed: drop one, change the action, or add `d` if you rolled 9"
    )
    assert (found.typed, found.faces) == (9, (*VOLLEY, 2))
    assert found.remedies == ("drop", "edit", "size")
    assert refusal("4516", HIT).remedies == ("edit", "size")
    assert refusal("45162347", HIT).remedies == ()


@pytest.mark.parametrize(
    ("text", "result", "size"),
    [
        ("451623462 d", (4, 5), 9),
        ("451623462d", (4, 5), 9),
        ("4516d", (1, 3), 4),
        ("=9 -3 d", (3, 9), 12),
    ],
)
def test_the_table_may_have_rolled_another_number(
    text: str, result: tuple[int, ...], size: int
) -> None:
    found = reading(text, HIT)
    assert (found.result, found.size, found.size_changed) == (result, size, True)
    assert reading(text.strip("d "), HIT, allow_other_count=True) == found


def test_the_asked_number_is_no_change_of_size() -> None:
    assert reading("45162346", HIT, allow_other_count=True) == reading("45162346", HIT)
    assert reading("271094", TENS, allow_other_count=True) == reading("271094", TENS)
    assert "type both counts" in refusal("=9", HIT, allow_other_count=True).sentence
    assert reading("2314", WOUND, allow_other_count=True).result == (12,)
    assert refusal("45162347", HIT, allow_other_count=True).kind == "bad_face"


def test_a_die_is_mended() -> None:
    assert reading("45162346 4>3", HIT).faces == (3, 5, 1, 6, 2, 3, 4, 6)
    assert reading("4516234 4>36", HIT).faces == (3, 5, 1, 6, 2, 3, 4, 6)
    assert reading("45162346 4>3 4>1", HIT).faces == (3, 5, 1, 6, 2, 3, 1, 6)
    assert reading("27149 7>103", TENS).faces == (2, 10, 1, 4, 9, 3)
    assert reading("2 7 1 0 9 4 10>1", TENS).faces == (2, 7, 1, 1, 9, 4)
    assert reading("2 7 1 0 9 4 0>1", TENS).faces == (2, 7, 1, 1, 9, 4)
    assert reading("5x6 . 6>1", HIT).result == (4, 4)


def test_the_app_rolls_the_rest() -> None:
    typed = reading("4 5 r", HIT)
    assert (typed.faces, typed.to_roll, typed.source) == ((4, 5), 6, "mixed")
    assert list_sides_of_missing_dice(typed, HIT) == (6,) * 6
    done = add_app_dice(typed, (2, 6, 6, 1, 3, 4), HIT)
    assert done == DiceReading((4, 5, 2, 6, 6, 1, 3, 4), (3, 5), "mixed", 8, 0, 6)


def test_the_app_rolls_all() -> None:
    asked = make_sum_roll((8, 6), 1)
    left = reading("r", asked)
    assert (left.source, list_sides_of_missing_dice(left, asked)) == ("app", (8, 6))
    assert add_app_dice(left, (8, 2), asked) == DiceReading((8, 2), (11,), "app", 2, 0, 2)
    assert reading("45162346 r", HIT) == reading("45162346", HIT)


@pytest.mark.parametrize("rolled", [(), (9, 1), (1, 7), (1, 2, 3)])
def test_only_dice_that_are_left_complete_a_reading(rolled: tuple[int, ...]) -> None:
    asked = make_sum_roll((8, 6))
    with pytest.raises(ValueError, match="do not fit the dice still to roll"):
        add_app_dice(reading("r", asked), rolled, asked)


def test_the_same_dice_against_another_cover() -> None:
    hard = make_pool_roll(8, 6, make_at_least_bands(5))
    assert reinterpret_faces(VOLLEY, hard) == DiceReading(VOLLEY, (5, 3), "typed", 8)
    fewer = reinterpret_faces((4, 2, 6, 5, 1), make_pool_roll(3, 6, make_at_least_bands(4)))
    assert fewer == DiceReading((4, 2, 6), (1, 2), "typed", 3)
    more = reinterpret_faces((4, 2), hard)
    assert isinstance(more, DiceRefusal)
    assert (more.kind, more.text, more.faces) == ("too_few", "4 2", (4, 2))
    other = reinterpret_faces((9, 2), make_sum_roll((8, 6)))
    assert isinstance(other, DiceRefusal)
    assert other.kind == "bad_face"


def test_no_dice_are_answered_by_nothing() -> None:
    none = make_pool_roll(0, 6, make_at_least_bands(4))
    assert reading("", none) == DiceReading((), (0, 0), "typed", 0)
    assert reading("", make_faces_roll(())).result == ()
    assert refusal("4", none).kind == "too_many"


def test_the_prompt_says_what_is_enough() -> None:
    asked = (
        HIT,
        RENDING,
        AREA,
        BOTH_ENDS,
        WOUND,
        ORDERS,
        make_pool_roll(3, 6, make_at_least_bands(7)),
    )
    assert [one.shortest_entry_kind for one in asked] == [
        "successes",
        "kinds",
        "kinds",
        "kinds",
        "sum",
        "faces",
        "successes",
    ]


def test_bands_must_cover_the_die() -> None:
    with pytest.raises(ValueError, match="do not cover each face"):
        make_pool_roll(3, 6, make_at_least_bands(4, 8))


def test_two_players_dice_part_at_the_v() -> None:
    assert split_text_by_player("23951 v 36804") == ("23951", "36804")
    assert split_text_by_player("4516") == ("4516",)
