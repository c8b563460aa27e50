"""Laws that every match of every ruleset must obey, checked on a recorded match.

``record_play(play)`` records a match. The checks cut the record short, continue it, undo it and
compute odds from it. They compare events and questions, not the internals of the rules. If a law is
broken, they raise ``AssertionError``.

>>> from warledger_coin import Toss
>>> from tracker.testing.match_in_memory import RED, u
>>> assert_odds_agree(play, "toss", RED, Toss((u("r1"),)))  # no heads, or 1 to 3
4
>>> check_all_laws(play)
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from msgspec import Struct

from tracker.procedures.match_view import Match
from tracker.procedures.ruleset import Ruleset
from tracker.procedures.runners.live_table_runner import PendingQuestion, TableRunner
from tracker.projection.match_event_fold import apply_event
from tracker.projection.match_state import State
from tracker.projection.undo_history_tree import HistoryTree, RecordedEvent
from tracker.testing.match_in_memory import Play
from tracker.testing.odds_oracle import check_agreed_odds
from tracker.vocabulary import events as ev
from tracker.vocabulary.renamed_names import keep_old_names
from tracker.vocabulary.subject_ids import SideId

Entry = tuple[RecordedEvent, ...]


@dataclass(frozen=True)
class RecordedPlay:
    """A played match: its entries, and the open question after each of them."""

    ruleset: Ruleset
    entries: tuple[Entry, ...]
    pending_questions: tuple[PendingQuestion | None, ...]
    state: State

    @property
    def events(self) -> tuple[RecordedEvent, ...]:
        return tuple(line for entry in self.entries for line in entry)


def record_play(play: Play) -> RecordedPlay:
    """Record a match: its entries, and the current state of its table."""
    entries: list[list[RecordedEvent]] = []
    for line in play.lines:
        if line.version == line.entry:
            entries.append([])
        entries[-1].append(line)
    return RecordedPlay(
        play.ruleset,
        tuple(tuple(e) for e in entries),
        tuple(play.waits),
        play.table.state.fork_state(),
    )


def fold_recorded_events(events: Iterable[RecordedEvent], start: State | None = None) -> State:
    """Compute the state after these events, by default from the beginning of the match."""
    state = start or State()
    for each in events:
        apply_event(state, each.event, each.version)
    return state


def resume_table(ruleset: Ruleset, events: Sequence[RecordedEvent]) -> TableRunner:
    """Make a table with the state after these events, and resume its outermost open action."""
    state = fold_recorded_events(events)
    if not state.current_values.open:
        return TableRunner(ruleset, state)
    start = next(i for i, one in enumerate(events) if one.version == state.current_values.open[0])
    table = TableRunner(ruleset, fold_recorded_events(events[:start]))
    table.replay_events(events[start:])
    return table


# ------------------------------------------------------------------- cutting and continuing


def check_fold(kept: RecordedPlay) -> None:
    """Check that applying all events to an empty state gives the state of the table."""
    assert fold_recorded_events(kept.events) == kept.state


def check_resume_at_each_input(kept: RecordedPlay) -> None:
    """Check that a table resumed after any input asks the same question and reaches the same end.

    Each table is followed to the end of its outermost action. After that, only states are compared.
    """
    state = State()
    before, start = state, 0
    for n, entry in enumerate(kept.entries):
        if not state.current_values.open:
            before, start = state.fork_state(), n
        fold_recorded_events(entry, state)
        table = TableRunner(kept.ruleset, before.fork_state())
        lines = [line for one in kept.entries[start : n + 1] for line in one]
        if state.current_values.open:
            table.replay_events(lines)
        else:
            fold_recorded_events(lines, table.state)
        assert table.state == state, f"cut after line {entry[-1].version}"
        assert table.pending == kept.pending_questions[n], f"cut after line {entry[-1].version}"
        for later in range(n + 1, len(kept.entries)):
            if not table.open_action_versions:
                break
            _replay_and_check_entry(kept, table, later)
        else:
            assert table.state == kept.state


def _replay_and_check_entry(kept: RecordedPlay, table: TableRunner, n: int) -> None:
    first, *facts = kept.entries[n]
    followed = table.process_input(first.event, first.version)  # type: ignore[arg-type]
    assert followed == [(line.event, line.action) for line in facts], f"line {first.version}"
    assert table.pending == kept.pending_questions[n], f"line {first.version}"


def check_replay(kept: RecordedPlay) -> None:
    """Check that the same inputs on a new table lead to the same facts and questions."""
    table = TableRunner(kept.ruleset, State())
    for n in range(len(kept.entries)):
        _replay_and_check_entry(kept, table, n)
    assert table.state == kept.state


# -------------------------------------------------------------------------- undo and redo


class _Book:
    """The events of a match with undo and redo, in the form that a ledger would store."""

    def __init__(self, kept: RecordedPlay) -> None:
        self.ruleset = kept.ruleset
        self.events = list(kept.events)
        self.tree = HistoryTree()
        for line in self.events:
            self.tree.add_event(line)

    def add(self, event: ev.AnyInput) -> None:
        version = len(self.events) + 1
        line = RecordedEvent(version, version, 0, event)
        self.events.append(line)
        self.tree.add_event(line)

    def rewind(self, to: int, why: ev.RewindWhy) -> None:
        self.add(ev.Rewound(to=to, why=why))

    def path(self) -> list[RecordedEvent]:
        return [self.events[version - 1] for version in self.tree.list_path_versions()]

    def check_resumed_state(self, state: State, pending: PendingQuestion | None) -> None:
        table = resume_table(self.ruleset, self.path())
        assert table.state == state, f"at line {self.tree.head}"
        assert table.pending == pending, f"at line {self.tree.head}"


def check_undo_redo(kept: RecordedPlay, every: int = 1) -> None:
    """Check that undoing and redoing all entries, one by one, restores each state.

    If ``every`` is 4, only every fourth entry is checked.
    """
    book = _Book(kept)
    marks: list[tuple[int, State, PendingQuestion | None]] = [(0, State(), None)]
    state = State()
    for entry, wait in zip(kept.entries, kept.pending_questions, strict=True):
        fold_recorded_events(entry, state)
        marks.append((entry[-1].version, state.fork_state(), wait))
    marks = [*marks[:-1][::every], marks[-1]]
    for version, before, wait in reversed(marks[:-1]):
        book.rewind(version, "undo")
        book.check_resumed_state(before, wait)
    assert len(book.tree.redo) == len(marks) - 1
    for version, after, wait in marks[1:]:
        assert book.tree.redo[-1] == version
        book.rewind(book.tree.redo[-1], "redo")
        book.check_resumed_state(after, wait)
    assert not book.tree.redo
    check_branch(kept, book)


def check_branch(kept: RecordedPlay, book: _Book) -> None:
    """Check that an entry after an undo makes a branch, and that the old branch can be restored."""
    end = kept.entries[-1][-1].version
    before = kept.entries[-2][-1].version
    book.rewind(before, "undo")
    book.add(ev.Noted(text="another way"))
    noted = len(book.events)
    assert not book.tree.redo
    assert book.tree.list_leaf_versions() == [end, noted]
    book.rewind(end, "return")
    assert book.tree.redo == [noted]
    assert book.tree.list_path_versions() == [line.version for line in kept.events]
    book.check_resumed_state(kept.state, kept.pending_questions[-1])


def check_all_laws(play: Play) -> None:
    """Check every law on one match."""
    kept = record_play(play)
    check_fold(kept)
    check_replay(kept)
    check_resume_at_each_input(kept)
    check_undo_redo(kept)


# ----------------------------------------------------------------------------------------- odds


def assert_odds_agree(play: Play, action: str, side: SideId | None, params: Struct) -> int:
    """Check odds with merged states, odds without merging, and a table that plays every answer.

    Returns the number of ends, so that a test can check that there are any. Raises
    ``AssertionError`` if the odds differ.
    """
    taken = play.ruleset.actions[action]
    stage = taken.foretold or taken.stage

    def one(match: Match) -> Any:
        return stage(match, side, params)

    return len(check_agreed_odds(play.ruleset, play.table.state, one, ()))


keep_old_names(__name__)
