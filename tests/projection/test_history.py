"""The effective path: taking back, returning, branches."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tracker.projection.undo_history_tree import (
    HistoryTree,
    RecordedEvent,
    build_history_tree,
    find_version_before_entry,
)
from tracker.vocabulary.events import ActionEnded, AnyEvent, Noted, Rewound


class Book:
    """A stream of entries: notes with some facts, and rewinds."""

    def __init__(self) -> None:
        self.lines: list[RecordedEvent] = []
        self.tree = HistoryTree()

    def _add(self, event: AnyEvent, entry: int) -> None:
        line = RecordedEvent(len(self.lines) + 1, entry, 0, event)
        self.lines.append(line)
        self.tree.add_event(line)

    def write(self, facts: int = 0) -> int:
        """An entry; returns the version of its end."""
        entry = len(self.lines) + 1
        self._add(Noted(text="x"), entry)
        for _ in range(facts):
            self._add(ActionEnded(action=1), entry)
        return len(self.lines)

    def back(self, to: int) -> None:
        self._add(Rewound(to=to), len(self.lines) + 1)

    @property
    def stands(self) -> tuple[list[int], list[int]]:
        return self.tree.list_path_versions(), self.tree.redo


def book(*facts: int) -> tuple[Book, list[int]]:
    made = Book()
    return made, [made.write(n) for n in facts]


def test_an_empty_book() -> None:
    tree = HistoryTree()
    assert (tree.head, tree.list_path_versions(), tree.redo, tree.list_leaf_versions()) == (
        0,
        [],
        [],
        [],
    )


def test_facts_belong_to_the_path() -> None:
    made, ends = book(2, 0, 1)
    assert ends == [3, 4, 6]
    assert made.stands == ([1, 2, 3, 4, 5, 6], [])
    assert made.tree.list_leaf_versions() == [6]


def test_undo_and_redo_step_by_step() -> None:
    made, (one, two, three) = book(0, 1, 0)
    made.back(two)
    made.back(one)
    assert made.stands == ([1], [three, two])
    made.back(two)
    assert made.stands == ([1, 2, 3], [three])
    made.back(three)
    assert made.stands == ([1, 2, 3, 4], [])


def test_undo_after_redo_and_redo_again() -> None:
    made, (one, two) = book(0, 0)
    for _ in range(3):
        made.back(one)
        assert made.stands == ([1], [two])
        made.back(two)
        assert made.stands == ([1, 2], [])


def test_one_redo_returns_a_long_way_at_once() -> None:
    made, ends = book(0, 0, 0, 0)
    made.back(ends[0])
    assert made.tree.redo == [ends[3]]
    made.back(ends[3])
    assert made.stands == ([1, 2, 3, 4], [])


def test_a_new_entry_forgets_redo_but_keeps_the_branch() -> None:
    made, (one, two) = book(0, 0)
    made.back(one)
    new = made.write(1)
    assert made.stands == ([1, 4, 5], [])
    assert made.tree.list_leaf_versions() == [two, new]


def test_facts_of_an_entry_do_not_forget_redo_twice() -> None:
    made, (one, two) = book(0, 0)
    made.back(one)
    assert made.tree.redo == [two]
    made.write(3)
    assert made.tree.redo == []


def test_redo_also_leads_back_from_another_branch() -> None:
    made, (one, two) = book(0, 0)
    made.back(one)
    new = made.write()
    made.back(two)  # over to the way that was left
    assert made.stands == ([1, 2], [new])
    made.back(new)
    assert made.stands == ([1, new], [])


def test_returning_to_another_branch_from_where_it_parts_keeps_no_redo() -> None:
    made, (one, two) = book(0, 0)
    made.back(one)
    new = made.write()
    made.back(one)
    assert made.tree.redo == [new]
    made.back(two)
    assert made.stands == ([1, 2], [])
    assert made.tree.list_leaf_versions() == [two, new]
    made.back(new)
    assert made.stands == ([1, 4], [two])


def test_going_forward_but_not_all_the_way_is_a_return() -> None:
    made, (one, two, three) = book(0, 0, 0)
    made.back(one)
    made.back(two)
    assert made.stands == ([1, 2], [])
    assert made.tree.list_leaf_versions() == [
        two,
        three,
    ]  # where the game stands, and what was left


def test_going_back_to_where_it_stands_changes_nothing() -> None:
    made, (one, two) = book(0, 0)
    made.back(two)
    assert made.stands == ([1, 2], [])
    made.back(one)
    made.back(one)
    assert made.stands == ([1], [two])
    made.back(two)
    assert made.stands == ([1, 2], [])


def test_back_to_the_very_beginning() -> None:
    made, (end,) = book(1)
    made.back(0)
    assert made.stands == ([], [end])
    assert made.tree.list_leaf_versions() == [end]
    new = made.write()
    assert made.stands == ([new], [])
    assert made.tree.list_leaf_versions() == [end, new]


@pytest.mark.parametrize("to", [-1, 3, 4, 9])
def test_only_lines_of_the_game_can_be_returned_to(to: int) -> None:
    made, _ = book(0, 0)
    made.back(1)  # line 3 is this rewind itself
    with pytest.raises(ValueError, match=f"line {to}"):
        made.back(to)


def test_before_an_entry() -> None:
    made, _ = book(1, 1, 0)
    path = [made.lines[version - 1] for version in made.tree.list_path_versions()]
    assert [find_version_before_entry(path, entry) for entry in (1, 3, 5)] == [0, 2, 4]
    with pytest.raises(ValueError, match="line 2 "):
        find_version_before_entry(path, 2)


STEPS = st.lists(
    st.one_of(
        st.tuples(st.just("write"), st.integers(0, 2)),
        st.tuples(st.sampled_from(["undo", "return"]), st.integers(0, 100)),
        st.tuples(st.just("redo"), st.just(0)),
    ),
    max_size=40,
)


@given(STEPS)
def test_any_history_is_what_plain_lists_say(steps: list[tuple[str, int]]) -> None:
    """Against a model that copies whole paths instead of keeping parents."""
    made = Book()
    path: list[int] = []
    redo: list[list[int]] = []
    known: dict[int, list[int]] = {0: []}
    for step, n in steps:
        if step == "write":
            first = len(made.lines) + 1
            made.write(n)
            path = [*path, *range(first, first + n + 1)]
            for at in range(len(path)):
                known[path[at]] = path[: at + 1]
            redo = []
        elif step == "undo" and path:
            made.back(([0, *path])[n % len(path)])
            redo.append(path)
            path = path[: n % len(path)]
        elif step == "redo" and redo:
            path = redo.pop()
            made.back(path[-1])
        elif step == "return":
            away = [v for v, p in known.items() if p != path[: len(p)] and p not in redo[-1:]]
            if away:
                to = known[away[n % len(away)]]
                redo = [] if to[: len(path)] == path else [*redo, path]
                path = to
                made.back(path[-1])
        assert made.tree.list_path_versions() == path
        assert made.tree.redo == [p[-1] for p in redo]
        inner = {v for p in known.values() for v in p[:-1]}
        ends = {v for v in known if v and v not in inner} | set(path[-1:])
        assert made.tree.list_leaf_versions() == sorted(ends)
    again = build_history_tree(made.lines)
    assert (again.head, again.redo) == (made.tree.head, made.tree.redo)
    assert all(again.is_on_path_to(v, again.head) == (v in [0, *path]) for v in known)


@given(st.integers(0, 40))
def test_a_straight_tree_is_one_grown_without_rewinds(events: int) -> None:
    lines = [RecordedEvent(v, v, 0, Noted(text="x")) for v in range(1, events + 1)]
    grown, straight = build_history_tree(lines), HistoryTree.make_linear_tree(events)
    assert (straight.head, straight.parents, straight.redo) == (
        grown.head,
        grown.parents,
        grown.redo,
    )
