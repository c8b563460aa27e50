"""Any roll reads alike however it is spelled, and no text is lost."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

from hypothesis import example, given
from hypothesis import strategies as st
from msgspec.structs import replace

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
)
from tracker.input_parsing.dice_reading_results import DiceReading, DiceRefusal, format_dice_reading
from tracker.vocabulary.dice_bands import Band, Bands


@st.composite
def some_bands(draw: st.DrawFn, sides: int) -> Bands:
    cuts = sorted(draw(st.sets(st.integers(1, sides - 1), max_size=3)))
    edges = [0, *cuts, sides]
    first = draw(st.booleans())
    turn = draw(st.integers(0, len(cuts) + 1))
    return tuple(
        Band(f"band {low}", low + 1, high, success=first is (place < turn))
        for place, (low, high) in enumerate(pairwise(edges))
    )


@st.composite
def questions(draw: st.DrawFn) -> AskedRoll:
    sides = draw(st.sampled_from([3, 6, 8, 10]))
    count = draw(st.integers(1, 14))
    form = draw(st.sampled_from(["pool", "score", "mixed", "faces"]))
    if form == "pool":
        return make_pool_roll(count, sides, draw(some_bands(sides)))
    if form == "mixed":
        return make_sum_roll(tuple(draw(st.lists(st.sampled_from([6, 8, 10, 20]), min_size=1))), 1)
    return (
        make_sum_roll((sides,) * count, -1)
        if form == "score"
        else make_faces_roll((sides,) * count)
    )


@st.composite
def rolls(draw: st.DrawFn) -> tuple[AskedRoll, tuple[int, ...]]:
    asked = draw(questions())
    return asked, tuple(draw(st.integers(1, sides)) for sides in asked.dice)


def key(face: int, sides: int) -> str:
    return "0" if (face, sides) == (10, 10) else str(face)


def read_well(text: str, asked: AskedRoll, *, allow_other_count: bool = False) -> DiceReading:
    found = parse_dice(text, asked, allow_other_count=allow_other_count)
    assert isinstance(found, DiceReading), (text, found)
    return found


@given(rolls(), st.data())
def test_packed_spaced_and_counted_spellings_read_alike(
    roll: tuple[AskedRoll, tuple[int, ...]], data: st.DataObject
) -> None:
    asked, seen = roll
    expected = read_well(" ".join(map(str, seen)), asked)
    assert expected.faces == seen
    keys = [key(face, sides) for face, sides in zip(seen, asked.dice, strict=True)]
    packed = all(sides <= 10 for sides in asked.dice)
    gaps = data.draw(st.lists(st.sampled_from(["", " ", ", ", " v "]), min_size=len(keys)))
    grouped = "".join(k + (gap if packed else " ") for k, gap in zip(keys, gaps, strict=False))
    assert read_well(grouped, asked) == expected
    if packed:
        assert read_well("".join(keys), asked) == expected
    if asked.are_dice_alike:
        counts = Counter(seen)
        counted = read_well(" ".join(f"{n}x{face}" for face, n in counts.items()), asked)
        assert Counter(counted.faces) == counts
        if asked.form != "faces":
            assert counted.result == expected.result


@given(rolls())
def test_a_count_gives_the_result_of_the_faces(roll: tuple[AskedRoll, tuple[int, ...]]) -> None:
    asked, seen = roll
    if asked.form == "faces":
        return
    typed = read_well(" ".join(map(str, seen)), asked)
    counted = DiceReading((), typed.result, "counted", asked.dice_count)
    assert parse_dice(format_dice_reading(counted, asked), asked) == counted


@given(rolls(), st.data())
def test_what_is_spelled_reads_the_same(
    roll: tuple[AskedRoll, tuple[int, ...]], data: st.DataObject
) -> None:
    asked, seen = roll
    some = seen[: data.draw(st.integers(0, len(seen)))]
    keys = " ".join(key(face, sides) for face, sides in zip(some, asked.dice, strict=False))
    ending = data.draw(st.sampled_from(["", " .", " +", " r", " d"]))
    found = parse_dice(keys + ending, asked)
    if isinstance(found, DiceReading):
        assert parse_dice(format_dice_reading(found, asked), asked) == found
    if isinstance(found, DiceReading) and found.to_roll:
        done = add_app_dice(found, seen[len(some) :], asked)
        assert (done.faces, done.by_app) == (seen, len(list_sides_of_missing_dice(found, asked)))
        read_again = reinterpret_faces(done.faces, asked)
        assert read_again == replace(done, source="typed", by_app=0)


PIECES = st.lists(
    st.sampled_from([*"0123456789=-−sf.+rdvx>, ", "10", "3x6", "4>3", "x", "٣", "²"]), max_size=24
).map("".join)


@given(questions(), PIECES | st.text(max_size=12), st.booleans())
@example(make_faces_roll((6,)), "9" * 5000, True)
@example(make_faces_roll((10,)), "0" * 5000 + ">1", False)
def test_a_refusal_never_loses_the_text(
    asked: AskedRoll, text: str, allow_other_count: bool
) -> None:
    found = parse_dice(text, asked, allow_other_count=allow_other_count)
    if isinstance(found, DiceRefusal):
        assert (found.text, found.asked) == (text, asked.dice_count)
        assert found.sentence
        assert "\n" not in found.sentence
        return
    assert len(found.faces) + found.to_roll + found.unknown_face_count == found.size
    assert found.unknown_face_count >= 0
    assert found.size == asked.dice_count or found.size_changed
    if asked.form == "pool" and not found.to_roll:
        assert sum(found.result) == found.size
