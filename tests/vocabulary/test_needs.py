"""Numbers needed: bands in either direction, special ones laid over, and how they are said."""

from __future__ import annotations

import msgspec
from hypothesis import given
from hypothesis import strategies as st

from tracker.vocabulary.dice_bands import (
    Band,
    Modifier,
    describe_band_count,
    describe_special_counts,
    is_partition,
    pluralise_face_word,
)
from tracker.vocabulary.roll_needs import Need, describe_need_parts, infer_need

TEN = Band("ten", 10, 10, told=True)
PARTIAL = Band("partial hit", 4, 5, told=True)
ROCKET = Need(3, less=True, die=10, special=(PARTIAL, TEN), hit="hit", miss="miss")


def faces(need: Need) -> list[tuple[str, int, int]]:
    return [(band.name, band.low, band.high) for band in need.bands]


def test_special_bands_lie_over_hits_and_misses() -> None:
    assert faces(ROCKET) == [("hit", 1, 3), ("partial hit", 4, 5), ("miss", 6, 9), ("ten", 10, 10)]
    missed = (Band("missed by 2", 9, 9, told=True), Band("missed by 3", 10, 10, told=True))
    assert describe_special_counts((1, 2), missed) == ["1× missed by 2", "2× missed by 3"]
    rending = Need(4, special=(Band("rending", 6, 6, success=True, told=True),))
    assert faces(rending) == [("failure", 1, 3), ("success", 4, 5), ("rending", 6, 6)]
    assert [band.success for band in rending.bands] == [False, True, True]
    ones = Need(2, special=(Band("one", 1, 1),))
    assert faces(ones) == [("one", 1, 1), ("success", 2, 6)]


SPECIAL = st.lists(st.tuples(st.integers(1, 10), st.integers(1, 10)), max_size=1)


@given(st.integers(-2, 13), st.booleans(), SPECIAL)
def test_bands_cover_every_face_once(
    number: int, less: bool, special: list[tuple[int, int]]
) -> None:
    apart = tuple(Band("apart", min(pair), max(pair)) for pair in special)
    need = Need(number, less, 10, special=apart)
    assert is_partition(need.bands, 10)
    for face in range(1, 11):
        (band,) = (band for band in need.bands if band.low <= face <= band.high)
        if apart and apart[0].low <= face <= apart[0].high:
            assert band.name == "apart"
        else:
            assert band.success == (face <= number if less else face >= number)


def test_another_number_takes_what_hangs_on_it_along() -> None:
    assert faces(ROCKET.replace_number(5)) == [
        ("hit", 1, 5),
        ("partial hit", 6, 7),
        ("miss", 8, 9),
        ("ten", 10, 10),  # natural, wherever the number is
    ]
    # 9 and 10 would be missed by 1 or 2, but a natural ten is a ten
    assert faces(ROCKET.replace_number(8)) == [
        ("hit", 1, 8),
        ("partial hit", 9, 9),
        ("ten", 10, 10),
    ]


def test_direction_is_known_by_the_bands() -> None:
    for need in (Need(4), Need(6), ROCKET, Need(9, less=True, die=10), Need(1, less=True)):
        found = infer_need(need.bands)
        assert found is not None
        assert (found.number, found.less) == (need.number, need.less)
    natural_one = Need(5, less=True, die=10, special=(Band("one", 1, 1),))
    found = infer_need(natural_one.bands)
    assert found is not None
    assert (found.number, found.less) == (5, True)
    assert infer_need(Need(7).bands) is None  # nothing can succeed
    assert infer_need(()) is None


def test_a_sum_has_bands_over_its_totals() -> None:
    assert [(band.low, band.high) for band in Need(8, less=True).make_bands_for_range(2, 12)] == [
        (2, 8),
        (9, 12),
    ]
    assert Need(8, less=True).format_range(2, 12) == "8 or less"
    assert Need(12).format_range(2, 12) == "12"
    assert Need(2, less=True).format_range(2, 12) == "2"


def test_parts_in_words() -> None:
    skill, cover = Modifier("Missile skill", 3), Modifier("light cover", -1)
    assert describe_need_parts((skill, cover), Need(2, less=True)) == [
        "Missile skill 3",
        "light cover -1",
    ]
    assert describe_need_parts((skill,), Need(3)) == ["Missile skill 3+"]
    # What is added to the dice does not make the number
    assert describe_need_parts((Modifier("aimed", 1),), Need(5)) == ["aimed +1"]
    assert describe_need_parts((skill,), None) == ["Missile skill +3"]
    # A sum can have both: 4 is needed, and 2 is added to the dice. A plain number has no name.
    parts = (skill, Modifier("base", 1), Modifier("figures", 2))
    assert describe_need_parts(parts, Need(4, less=True), 2) == [
        "Missile skill 3",
        "+1",
        "figures +2 to the roll",
    ]
    assert describe_need_parts(parts[2:], Need(4), 2) == ["figures +2"]
    limit = Modifier("a 1 fails, a 6 succeeds", 1)
    assert describe_need_parts((limit,), None) == ["+1 (a 1 fails, a 6 succeeds)"]


def test_what_fell_in_bands_of_their_own_is_told() -> None:
    assert describe_special_counts((3, 1, 2, 0), ROCKET.bands) == ["1 partial hit"]
    assert describe_special_counts((0, 2, 0, 1), ROCKET.bands) == ["2 partial hits", "1 ten"]
    rending = Need(4, special=(Band("rending", 6, 6, success=True, told=True),))
    assert describe_special_counts((1, 2, 2), rending.bands) == ["2 of them rending"]


def test_a_band_is_written_down_as_it_always_was() -> None:
    plain, told = Band("failure", 1, 3), Band("partial hit", 4, 5, told=True)
    assert msgspec.json.encode(plain) == b'{"name":"failure","low":1,"high":3,"success":false}'
    assert msgspec.json.decode(msgspec.json.encode(told), type=Band) == told


def test_a_band_named_after_a_face_has_its_plural() -> None:
    six, rending = Band("six", 6, 6, success=True), Band("rending", 6, 6, success=True)
    assert [describe_band_count(n, six) for n in (1, 2)] == ["1 of them a six", "2 of them sixes"]
    natural = Band("naturals", 6, 6, success=True, told=True)
    assert [describe_band_count(n, natural) for n in (1, 2)] == [
        "1 of them natural",
        "2 of them naturals",
    ]
    assert [pluralise_face_word(each.name) for each in (six, rending)] == ["sixes", "rending"]
