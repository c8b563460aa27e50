"""Undoes and redoes steps, describes the lines that change, and lists all branches."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from itertools import takewhile

from msgspec import Struct

from tracker.application.errors import make_sentence
from tracker.application.log.game_log_lines import find_last_entry_number_of_line
from tracker.application.match.correction_replay import is_answer_entry
from tracker.application.match.game import Game
from tracker.application.match.match_entries import MatchEntry, is_clock_mark
from tracker.application.match.short_entry_descriptions import (
    describe_match_entry,
    describe_public_entry,
)
from tracker.application.match.undo_and_redo_points import list_branch_ends
from tracker.vocabulary.events import Noted, Version

MAX_DESCRIBED = 3  # the maximum number of other undone lines to describe


class Branch(Struct, frozen=True):
    """A branch of the game with its last line.

    ``way`` is the number of the branch, counted from 1. It is needed because two branches can end
    at the same line number.
    """

    way: int
    line: int
    text: str
    current: bool


def list_branches(game: Game) -> Iterator[Branch]:
    """Yield all branches of the game, each with its last line."""
    head, told = game.history.tree.head, game.get_public_game()
    for way, entry in enumerate(list_branch_ends(told.history), start=1):
        yield Branch(way, entry.number, describe_public_entry(told, entry), entry.end == head)


class UndoStepOutcome(Struct, frozen=True):
    """Lines that were undone or, if ``back`` is true, redone, with a description of the first one.

    If only a few more lines changed, ``others`` describes those that are not answers.
    """

    back: bool
    lines: tuple[int, ...]
    text: str
    others: tuple[str, ...] = ()

    @property
    def description(self) -> str:
        """A text such as ``undone: line 12, r1 > b2, and 3 more after it; line 16, vp red 1``."""
        more = len(self.lines) - 1 - len(self.others)
        behind = f", and {more} more after it" if more else ""
        what = "redone" if self.back else "undone"
        first = f"{what}: line {self.lines[0]}, {self.text}{behind}"
        return "; ".join((first, *self.others))


def undo_after_line(game: Game, line_number: int) -> MatchEntry:
    """Undo everything after a line of the log, except automatic steps that directly follow it."""
    last = game.history.find_line(find_last_entry_number_of_line(game.history, line_number))
    if game.history.is_on_path(last.end):
        after = game.history.list_entries_after(last.end)
        last = [last, *takewhile(lambda entry: entry.is_automatic, after)][-1]
    return game.rewind_to_line(last.number)


def apply_undo_or_redo(game: Game, step: Callable[[Game], object]) -> tuple[UndoStepOutcome, ...]:
    """Undo or redo by calling ``step``. Return the undone lines, and the restored lines."""
    before = game.history.list_entries_on_path()
    step(game)
    after = game.history.list_entries_on_path()
    both = (
        (False, _list_entries_missing_from(before, after)),
        (True, _list_entries_missing_from(after, before)),
    )
    return tuple(
        UndoStepOutcome(
            back,
            tuple(one.number for one in entries),
            describe_match_entry(game, entries[0]),
            _describe_few_others(game, entries[1:]),
        )
        for back, entries in both
        if entries
    )


def _describe_few_others(game: Game, entries: Sequence[MatchEntry]) -> tuple[str, ...]:
    """Describe the entries that are not answers. If there are many, return ()."""
    others = [entry for entry in entries if not is_answer_entry(entry)]
    if len(others) > MAX_DESCRIBED:
        return ()
    return tuple(f"line {one.number}, {describe_match_entry(game, one)}" for one in others)


def split_undone_by_open_action(
    game: Game, entries_before: Sequence[MatchEntry], open_actions: Collection[Version]
) -> tuple[list[MatchEntry], list[MatchEntry]]:
    """Split lines that have been undone into those of the open actions, and all others.

    Marks that stop or restart the clock are left out.
    """
    now = {entry.number for entry in game.history.list_entries_on_path()}
    own: list[MatchEntry] = []
    others: list[MatchEntry] = []
    for entry in entries_before:
        if entry.number in now or entry.is_automatic or is_clock_mark(entry.input):
            continue
        answers = is_answer_entry(entry) and entry.action in open_actions
        (own if answers or entry.version in open_actions else others).append(entry)
    return own, others


def describe_undo_steps(
    game: Game, steps: Sequence[UndoStepOutcome], undo_action_command: str = "undo action"
) -> str:
    """Describe undo steps. If an action is only partly undone, name the command for the rest."""
    text = " ".join(make_sentence(one.description) for one in steps)
    is_undo = bool(steps) and not any(one.back for one in steps)
    hint = is_undo and game.pending is not None and game.state.current_values.open
    return f"{text} To undo the whole action, type `{undo_action_command}`." if hint else text


def _list_entries_missing_from(
    entries: Sequence[MatchEntry], others: Sequence[MatchEntry]
) -> list[MatchEntry]:
    """Return the entries that are missing from ``others``. A note that an undo kept is
    not missing.
    """
    known = {entry.version for entry in others}
    notes = {entry.number for entry in others if isinstance(entry.input, Noted)}
    return [
        entry
        for entry in entries
        if entry.version not in known and not entry.is_automatic
        if not (isinstance(entry.input, Noted) and entry.number in notes)
    ]
