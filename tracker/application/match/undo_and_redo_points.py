"""Finds the versions to which undo and redo lead. They follow from the history alone."""

from __future__ import annotations

from collections.abc import Callable

from tracker.application.errors import NothingToChange, Refused
from tracker.application.match.correction_replay import (
    TODAYS_REPLAY,
    ReplayRules,
    find_replay_progress,
)
from tracker.application.match.free_rolls import is_free_roll
from tracker.application.match.match_entries import (
    MatchEntry,
    OpenCorrection,
    closes_action_to_make_way,
    is_clock_mark,
)
from tracker.application.match.match_history import MatchHistory
from tracker.vocabulary import events as ev
from tracker.vocabulary.events import Version


def find_game_start(history: MatchHistory) -> Version:
    """Return the version at the start of the game: the end of its opening and of its forces'
    entries.
    """
    end = 0
    for line in history.path:
        opening = isinstance(line.event, (ev.MatchOpened, ev.ForceMustered))
        if line.version == line.entry and not opening:
            break
        end = line.version
    return end


def _is_input_by_player(entry: MatchEntry) -> bool:
    return not (entry.is_automatic or is_clock_mark(entry.input))


def find_last_input_besides_replays(
    history: MatchHistory, replay: ReplayRules = TODAYS_REPLAY
) -> MatchEntry | None:
    """Return the last input that the current correction did not replay, or None if all were
    replayed.
    """
    plan = find_replay_progress(history, replay)
    begun = 0 if plan is None else plan.begun.version
    for entry in history.iterate_path_entries_backwards():
        if entry.version < begun:
            return None
        if _is_input_by_player(entry) and not (begun and getattr(entry.input, "repeats", None)):
            return entry
    return None


def find_undo_point_and_rewind_kind(
    history: MatchHistory, replay: ReplayRules = TODAYS_REPLAY
) -> tuple[Version, ev.RewindWhy]:
    """Return the version before the last input or before a whole correction, and the kind of
    rewind.

    Raises ``Refused`` if nothing has been entered.
    """
    last, begun = (
        find_last_input_besides_replays(history, replay),
        find_correction_to_undo(history, replay),
    )
    if begun is not None:
        return _find_point_before_correction(history, begun), "return"
    if last is None:
        raise Refused("Nothing has been entered yet.")
    stood = _find_point_before_undone_automatic_action(history, last)
    return (_find_point_before_entry(history, last), "undo") if stood is None else (stood, "return")


def find_correction_to_undo(
    history: MatchHistory, replay: ReplayRules = TODAYS_REPLAY
) -> OpenCorrection | None:
    """Return the correction or late line that the next undo undoes as a whole, or None if there is
    none.
    """
    last, plan = (
        find_last_input_besides_replays(history, replay),
        find_replay_progress(history, replay),
    )
    if plan is None or (
        last is not None and not _is_late_entry_of_correction(plan.begun, last.input)
    ):
        return None
    return plan.begun


def _find_point_before_undone_automatic_action(
    history: MatchHistory, entry: MatchEntry
) -> Version | None:
    """Return the last version before an automatic action was undone to let an entry follow.

    Return None if no action was undone for the entry.
    """
    version = entry.version - 1
    back = history.lines[version - 1].event if version else None
    if not isinstance(back, ev.Rewound) or back.amends is not None:
        return None
    begun, before = history.lines[back.to], history.lines[version - 2].event
    if history.tree.parents[begun.version] != back.to:
        return None
    automatic = getattr(begun.event, "source", "") == "default"
    head = before.to if isinstance(before, ev.Rewound) else version - 1
    return head if automatic and history.lines[head - 1].action == begun.version else None


def _find_point_before_entry(history: MatchHistory, entry: MatchEntry) -> Version:
    """Return the end of the line before an entry, and before any action that was closed for it."""
    end = history.find_end_of_preceding_line(entry.version)
    while end > find_game_start(history):
        last = history.get_entry_beginning_at(history.lines[end - 1].entry)
        if not _was_skipped_for_following_input(last.input, entry.input):
            break
        end = history.find_end_of_preceding_line(last.version)
    return end


def _was_skipped_for_following_input(event: ev.AnyInput, following: ev.AnyInput) -> bool:
    if not isinstance(event, ev.Corrected) or not event.closes or event.facts:
        return False
    if not isinstance(following, (ev.ActionTaken, ev.Corrected)):
        return False
    said = {override.reason for override in getattr(following, "overrides", ())}
    return closes_action_to_make_way(event) or event.reason in said


def find_action_undo_point(history: MatchHistory, *, keeps_notes: bool = False) -> Version:
    """Return the version before the last action that has an input.

    If that action is automatic, it stays open, and its first question is asked again. If
    ``keeps_notes`` is true, notes do not count as inputs. Raises ``Refused`` if no action has been
    taken.
    """
    said = False
    for entry in history.iterate_path_entries_backwards():
        said = said or (
            _is_input_by_player(entry) and not (keeps_notes and isinstance(entry.input, ev.Noted))
        )
        if said and _is_beginning_of_outermost_line(history, entry):
            return entry.end if entry.is_automatic else _find_point_before_entry(history, entry)
    raise Refused("No action has been taken yet.")


def list_notes_to_keep_after_undo(history: MatchHistory, undo_point: Version) -> list[MatchEntry]:
    """List the notes and stars after an undo point that are not about an undone line.

    Marks that stop or restart the clock, or archive the match, are left out.
    """
    found: list[MatchEntry] = []
    for entry in history.list_entries_after(undo_point):
        kept = {0, *(one.version for one in found)}
        if isinstance(entry.input, ev.Noted) and entry.input.mark in ("", "stands"):
            about = entry.input.about or 0
            found += [entry] * (about <= undo_point or about in kept)
    return found


def find_undo_point_of_whole_correction(history: MatchHistory) -> Version | None:
    """Return the version before a correction that must be undone as a whole, or None if there is
    none.
    """
    plan = find_replay_progress(history)
    if plan is None:
        return None
    last = find_last_input_besides_replays(history)
    if last is not None and _is_part_of_late_entry(history, plan.begun, last):
        return _find_point_before_correction(history, plan.begun)
    still_open = history.state.current_values.open
    if not still_open:
        return None
    events = [history.lines[version - 1].event for version in still_open]
    late = any(_is_late_entry_of_correction(plan.begun, event) for event in events)
    inside = {*still_open, *(getattr(event, "repeats", None) for event in events)}
    waits = any(
        not entry.is_automatic and entry.action not in inside for entry in plan.remaining_entries
    )
    return _find_point_before_correction(history, plan.begun) if late or waits else None


def _is_part_of_late_entry(
    history: MatchHistory, correction: OpenCorrection, entry: MatchEntry
) -> bool:
    """Return whether an entry is the late action, an answer within it, or the note in its line."""
    if isinstance(entry.input, ev.Noted):
        before = history.find_end_of_preceding_line(entry.version)
        entry = history.get_entry_beginning_at(history.lines[before - 1].entry)
    alone = isinstance(entry.input, ev.ActionTaken) or not entry.action
    return _is_late_entry_of_correction(
        correction, entry.input if alone else history.lines[entry.action - 1].event
    )


def _is_late_entry_of_correction(correction: OpenCorrection, event: ev.AnyEvent) -> bool:
    return (
        correction.late and isinstance(event, ev.ActionTaken) and event.late == correction.late_line
    )


def _find_point_before_correction(history: MatchHistory, correction: OpenCorrection) -> Version:
    return (
        correction.later[-1].end
        if correction.later
        else history.get_entry_beginning_at(correction.amends).end
    )


def _is_beginning_of_outermost_line(history: MatchHistory, entry: MatchEntry) -> bool:
    if isinstance(entry.input, ev.Noted):
        return entry.action == 0 and not _is_about_last_action(history, entry.input)
    if isinstance(entry.input, ev.Corrected) or is_free_roll(entry.input):
        return entry.action == 0
    if not isinstance(entry.input, ev.ActionTaken):
        return False
    return not history.get_state_before(entry.version).current_values.open


def _is_about_last_action(history: MatchHistory, note: ev.Noted) -> bool:
    """Return whether a note is about the last action, as a note at the end of its line is."""
    begun = (
        entry.version
        for entry in history.iterate_path_entries_backwards()
        if not isinstance(entry.input, ev.Noted)
        and not entry.is_automatic
        and _is_beginning_of_outermost_line(history, entry)
    )
    return note.about is not None and note.about >= next(begun, note.about + 1)


def find_phase_or_turn_undo_point(
    history: MatchHistory,
    kind: type[ev.PhaseBegan | ev.TurnBegan],
    is_first_action: Callable[[MatchEntry], bool] | None = None,
) -> Version:
    """Return the version at the start of the current phase or turn.

    If it has no input, return the start of the last one that has an input. If none has, return the
    start of the game. If ``is_first_action`` is true of an entry, it belongs to the turn or phase
    that it begins. Records leave it out, as in older versions.
    """
    said, first = False, find_game_start(history)
    begun: Version | None = None
    for entry in history.iterate_path_entries_backwards():
        if entry.version <= first:
            break
        if any(isinstance(fact, kind) for fact in entry.facts):
            if is_first_action is not None and is_first_action(entry):
                return _find_point_before_entry(history, entry)
            if said:
                return begun or entry.end
        said = said or _is_input_by_player(entry)
        begun = (begun or entry.end) if entry.is_automatic else None
    return begun or first


def find_line_end_and_rewind_kind(
    history: MatchHistory, line_number: int
) -> tuple[Version, ev.RewindWhy]:
    """Return the version at the end of a line, and "undo", or "return" for a line on another
    branch.

    Raises ``Refused`` for an unknown number, and for a line that is itself an undo.
    """
    entry = history.find_line(line_number)
    if isinstance(entry.input, ev.Rewound):
        raise Refused(f"Line {line_number} is an undo. Choose a line that is not an undo.")
    on_path = history.tree.is_on_path_to(entry.end, history.tree.head)
    return entry.end, "undo" if on_path else "return"


def find_redo_point(history: MatchHistory) -> Version:
    """Return the version before the last undo. Raises ``Refused`` if there is nothing to redo."""
    if not history.tree.redo:
        raise Refused("Nothing to redo. Redo works only until the next entry or note.")
    return history.tree.redo[-1]


def require_valid_rewind(history: MatchHistory, to: Version, why: ev.RewindWhy) -> None:
    """Raise ``Refused`` for a point before the start of the game, and for the current point."""
    if why != "return" and to < find_game_start(history):
        raise Refused("There is nothing left to undo: this is the start of the game.")
    if to == history.tree.head:
        raise NothingToChange("The game is already at that line; nothing was undone.")


def list_branch_ends(history: MatchHistory) -> list[MatchEntry]:
    """List the last entry of each branch, including the current branch."""
    leaves = history.tree.list_leaf_versions()
    return [history.get_entry_beginning_at(history.lines[version - 1].entry) for version in leaves]


def find_branch_end(history: MatchHistory, branch_number: int) -> Version:
    """Return the version at the end of a branch. Branches are counted from 1.

    Raises ``Refused`` if there is no such branch.
    """
    ends = history.tree.list_leaf_versions()
    if not 0 < branch_number <= len(ends):
        raise Refused(f"Branch {branch_number} does not exist. Choose 1 to {len(ends)}.")
    return ends[branch_number - 1]
