"""A table seen through its changes is a dict, and equal games leave equal changes."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tracker.projection.match_state import OverlayMapping

KEYS = st.integers(0, 5)
TABLES = st.dictionaries(KEYS, st.integers(0, 2))
# A value to set, or None to take the key out.
STEPS = st.lists(st.tuples(KEYS, st.none() | st.integers(0, 2)), max_size=20)


def run(
    table: OverlayMapping[int, int] | dict[int, int], steps: list[tuple[int, int | None]]
) -> None:
    for key, value in steps:
        if value is not None:
            table[key] = value
        elif key in table:
            del table[key]


@given(TABLES, STEPS)
def test_it_is_a_dict_that_leaves_its_base_alone(
    base: dict[int, int], steps: list[tuple[int, int | None]]
) -> None:
    kept, plain = dict(base), dict(base)
    layer = OverlayMapping(base)
    run(layer, steps)
    run(plain, steps)
    assert dict(layer) == plain
    assert len(layer) == len(plain)
    assert base == kept
    for key in range(6):
        assert (key in layer) == (key in plain)
        assert layer.get(key) == plain.get(key)
        assert layer.get(key, -1) == plain.get(key, -1)
        if key not in plain:
            with pytest.raises(KeyError):
                layer[key]
            with pytest.raises(KeyError):
                del layer[key]


@given(TABLES, STEPS, STEPS)
def test_equal_ends_are_equal_changes(
    base: dict[int, int],
    steps: list[tuple[int, int | None]],
    others: list[tuple[int, int | None]],
) -> None:
    one, two = OverlayMapping(base), OverlayMapping(base)
    run(one, steps)
    run(two, others)
    assert (one.make_delta() == two.make_delta()) == (dict(one) == dict(two))
    assert OverlayMapping(base, one.make_delta()) == one
    assert list(OverlayMapping(base, one.make_delta())) == list(
        one
    )  # in one order, however it came about


def test_what_is_put_back_is_no_change() -> None:
    layer = OverlayMapping({"a": 1})
    layer["a"] = 2
    layer["b"] = 3
    assert layer.make_delta() == {("a", 2), ("b", 3)}
    layer["a"] = 1
    del layer["b"]
    assert layer.make_delta() == frozenset()
    del layer["a"]
    assert len(layer.make_delta()) == 1
    layer["a"] = 1
    assert layer.make_delta() == frozenset()


@given(TABLES, STEPS, STEPS)
def test_changes_put_back_are_those_it_had(
    base: dict[int, int],
    steps: list[tuple[int, int | None]],
    more: list[tuple[int, int | None]],
) -> None:
    layer = OverlayMapping(base)
    run(layer, steps)
    before, was = layer.make_delta(), dict(layer)
    run(layer, more)
    after = dict(layer)
    assert dict(OverlayMapping(base, layer.make_delta())) == after
    layer.replace_delta(before)
    assert (dict(layer), layer.make_delta()) == (was, before)
    run(layer, more)
    assert dict(layer) == after
