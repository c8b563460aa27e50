"""Writes the lines of the log from the entries of a match, one line for each action."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from itertools import chain, takewhile
from typing import Literal

from msgspec.structs import replace

from tracker.application.log import fact_descriptions, roll_descriptions
from tracker.application.log.log_line_beginnings import resolve_actors_and_targets
from tracker.application.log.log_line_types import (
    EntryDetail,
    LogLine,
    LogLineKind,
    append_notes_in_brackets,
    find_line_number_at_or_after,
    make_log_line,
)
from tracker.application.log.logged_action_group import LoggedActionGroup
from tracker.application.log.manual_fact_descriptions import apply_and_describe_facts
from tracker.application.log.match_display_names import MatchNames
from tracker.application.match.acting_sides_and_absent_actors import have_all_left_table_since_line
from tracker.application.match.free_rolls import describe_free_roll, is_free_roll
from tracker.application.match.match_entries import BY_HAND, MatchEntry, OpenCorrection
from tracker.application.match.match_history import MatchHistory
from tracker.projection.match_event_fold import apply_event
from tracker.projection.match_state import State
from tracker.rulesets import POINTS_KINDS
from tracker.vocabulary import events as ev
from tracker.vocabulary.count_wording import format_count
from tracker.vocabulary.events import Version
from tracker.vocabulary.subject_ids import SideId, Subject

MARKS = {
    "pause": "the clock is stopped",
    "on": "the clock runs again",
    "stands": "where things stand",
    "aside": "archived",
    "back": "restored to the lists",
}
"""The texts with which the log begins special kinds of notes."""


def describe_entry_with_own_line(
    names: MatchNames, history: MatchHistory, entry: MatchEntry
) -> str:
    """Describe an entry that has its own line in the log, or return "" for any other entry."""
    match entry.input:
        case ev.MatchOpened(title=title, played_on=day):
            sides = names.state.info.sides
            who = " v ".join(f"{s.name} ({s.player})" if s.player else s.name for s in sides)
            return " · ".join(part for part in (title, who, day) if part)
        case ev.ForceMustered(side=side, force=force, points=points, units=units):
            sizes = ", ".join(f"{unit.name} {len(unit.figures)}" for unit in units)
            cost = f", {format_count(points, 'point')}" if points else ""
            return f"{names.name_side(side)}: {force}{cost} · {sizes}"
        case ev.Rolled(subject=subject) as roll:
            whose = f"{names.name_subject(subject)}, " if subject is not None else ""
            by_app = roll_descriptions.describe_dice_rolled_by_app(roll)
            return f"roll: {whose}{describe_free_roll(roll)}{by_app}"
        case ev.Noted(mark=mark, text=text) if mark:
            return ": ".join(part for part in (MARKS[mark], text) if part)
        case ev.Noted(text=text, about=about, photo=photo) if photo:
            return f"photo{_format_line_reference(history, about)}" + (f": {text}" if text else "")
        case ev.Noted(text=text, star=star, about=about):
            if star and not text:
                return f"★{_format_line_reference(history, about)}"
            return f"{'★ ' if star else ''}note{_format_line_reference(history, about)}: {text}"
    return ""


def describe_manual_correction(
    history: MatchHistory, event: ev.Corrected, fact_texts: list[str]
) -> str:
    """Describe a correction, as in ``Claw pack +1 figure, fixing line 38: we removed one too
    many``.
    """
    what = ", ".join(fact_texts)
    scores = bool(event.facts) and all(isinstance(fact, ev.PointsScored) for fact in event.facts)
    line = "entered by hand" if scores else "fixed by hand"
    if event.about is not None:
        line = f"fixing line {history.get_line_number(event.about)}"
    why = "" if event.reason == BY_HAND else f": {event.reason}"
    return ", ".join(filter(None, (what, line))) + why


def _format_line_reference(history: MatchHistory, version: ev.Version | None) -> str:
    if version is None:
        return ""
    return f" (line {history.get_line_number(version)})"


def _list_entries_missing_in_log(
    history: MatchHistory, undone: Sequence[MatchEntry]
) -> tuple[MatchEntry, ...]:
    """Return the undone entries that the log must mention.

    These are the given entries without undo steps, notes that an undo copied, and copies of notes
    that are in the log again.
    """
    kept = _list_notes_copied_by_undo(history, undone)
    return tuple(
        entry
        for entry in undone
        if not isinstance(entry.input, ev.Rewound)
        and entry.version not in kept
        and not (_is_copied_by_undo(history, entry) and _has_earlier_version(history, entry))
    )


def _list_notes_copied_by_undo(
    history: MatchHistory, undone: Sequence[MatchEntry]
) -> set[Version | None]:
    """List the versions of notes that have copies. The copies have been undone too, or follow
    immediately.
    """
    followers = takewhile(
        partial(_is_copied_by_undo, history),
        map(history.get_entry_at_position, range(undone[-1].row + 1, history.entry_count + 1)),
    )
    copies = (one for one in (*undone, *followers) if _is_copied_by_undo(history, one))
    return {getattr(copy.input, "repeats", None) for copy in copies}


def _is_copied_by_undo(history: MatchHistory, entry: MatchEntry) -> bool:
    """Return whether an entry is a copy of a note, made so that the note survives the undo of an
    action.
    """
    event, version = history.lines[entry.version - 1].event, entry.version
    if not isinstance(event, ev.Noted):
        return False
    while isinstance(event, ev.Noted) and event.repeats is not None:
        version -= 1
        event = history.lines[version - 1].event
    return isinstance(event, ev.Rewound) and event.why == "undo"


def _has_earlier_version(history: MatchHistory, entry: MatchEntry) -> bool:
    """Return whether the line or an earlier version of it has not been undone."""
    return any(map(history.is_on_path, _iterate_versions_of_line(history, entry.version)))


def describe_undone_entries(
    history: MatchHistory, undone: Sequence[MatchEntry], *, within_action: bool = False
) -> str:
    """Describe why consecutive entries were undone, as in ``lines 41–47 before line 41 was
    corrected``.

    Lines before a correction are replayed after it with the same numbers. If ``within_action`` is
    true, the text is for the line of the enclosing action. After a correction, that text is empty,
    because each corrected line has its own mark.
    """
    before = _map_entries_to_corrections(history, undone)
    stood: dict[str, list[MatchEntry]] = {}
    again: list[MatchEntry] = []
    back: list[MatchEntry] = []
    for entry in _list_entries_missing_in_log(history, undone):
        begun = before.get(entry.version)
        if begun is not None:
            what = "" if begun.late else f"line {history.get_line_number(begun.amends)}"
            stood.setdefault(what, []).append(entry)
        elif any(
            version < undone[0].version and history.is_on_path(version)
            for version in _iterate_versions_of_line(history, entry.version)
        ):
            again.append(entry)  # the line is back to its earlier version
        else:
            back.append(entry)
    if within_action and any(stood):
        return ""
    said = []
    for what, entries in stood.items():
        lines = _format_line_ranges(history, entries)
        cause = f"{'it' if lines == what else what} was corrected"
        said.append(f"{lines} before {cause if what else 'a late line was inserted'}")
    if again:
        said.append(f"a correction undone, {_format_line_ranges(history, again)} as before it")
    if back:
        said.append(f"{_format_line_ranges(history, back)} undone")
    return "; ".join(said)


def _iterate_versions_of_line(history: MatchHistory, version: Version) -> Iterator[Version]:
    """Yield the version of a line, followed by those of its earlier versions."""
    while version:
        yield version
        repeats: Version = getattr(history.lines[version - 1].event, "repeats", None) or 0
        version = repeats if 0 < repeats < version else 0


def _find_line_of_late_action(
    history: MatchHistory, version: Version, side: SideId | None
) -> Version | None:
    """Return the line to which a late action belongs, or None if the action is not late.

    Earlier versions of the action are searched as well, except those of another ``side``.
    """
    for each in _iterate_versions_of_line(history, version):
        event = history.lines[each - 1].event
        if isinstance(event, ev.ActionTaken) and event.late is not None and event.side == side:
            return event.late
    return None


def _map_entries_to_corrections(
    history: MatchHistory, missing: Sequence[MatchEntry]
) -> dict[Version, OpenCorrection]:
    found: dict[Version, OpenCorrection] = {}
    for begun in history.corrections:
        if missing[0].version <= begun.version <= missing[-1].version:
            found |= dict.fromkeys((begun.amends, *begun.index), begun)
    return found


def _format_line_ranges(history: MatchHistory, entries: Iterable[MatchEntry]) -> str:
    """Format line numbers, as in ``lines 45–47, 61``. Undo entries do not interrupt a range."""

    def is_line(number: int) -> bool:
        version = history.find_line_version(number)
        return version is not None and not isinstance(
            history.get_entry_beginning_at(version).input, ev.Rewound
        )

    spans: list[list[int]] = []
    for number in sorted({entry.number for entry in entries}):
        if spans and not any(map(is_line, range(spans[-1][-1] + 1, number))):
            spans[-1] = [spans[-1][0], number]
        else:
            spans.append([number])
    words = ", ".join("–".join(map(str, span)) for span in spans)
    return f"line {words}" if words.isdigit() else f"lines {words}"


class LogLineWriter:
    """Writes the log lines of consecutive entries, beginning with the state before the first.

    If ``detailed`` is false, the lines have no details.
    """

    def __init__(
        self,
        history: MatchHistory,
        state: State,
        lines: list[LogLine],
        marks: list[tuple[int, ev.Version]] | None = None,
        *,
        detailed: bool = True,
    ) -> None:
        self.state = state
        self.history = history
        self.lines = lines
        self.marks = marks if marks is not None else []
        self.group: LoggedActionGroup | None = None
        self.later: list[LogLine] = []
        self._earlier_lines: Sequence[LogLine] = ()
        self.next_row = 0
        self._names, self._detailed = MatchNames(state), detailed
        self._corrections = {begun.version + 1 for begun in history.corrections if not begun.late}
        """The versions of corrected lines. Each is the first version after a rewind."""

    def write_entries(self, entries: Iterable[MatchEntry]) -> None:
        """Write the lines of the given entries, and of undone entries between and after them."""
        for entry in entries:
            if entry.row > self.next_row > 0:
                self._write_line_of_undone_entries(entry.row)
            self._write_entry(entry)
            self.next_row = entry.row + 1
        if self.next_row:
            self._write_line_of_undone_entries(self.history.entry_count + 1)
        self._write_and_end_group()

    def write_abandoned_branch(
        self, entries: Iterable[MatchEntry], earlier_lines: Sequence[LogLine]
    ) -> None:
        """Write the lines of an undone branch, but no lines for undone entries within it.

        ``earlier_lines`` are the log lines before the branch.
        """
        self._earlier_lines = earlier_lines
        for entry in entries:
            self._write_entry(entry)
        self._write_and_end_group()

    def _write_line_of_undone_entries(self, row: int) -> None:
        missing = [self.history.get_entry_at_position(n) for n in range(self.next_row, row)]
        gone = _list_entries_missing_in_log(self.history, missing) if missing else ()
        if not gone:
            return
        within = self.group if self.state.current_values.open else None
        text = describe_undone_entries(self.history, missing, within_action=within is not None)
        if within is not None:
            within.add_undone_lines(gone, text)
            return
        self._write_and_end_group()
        clock, numbers = self.state.clock, tuple(dict.fromkeys(one.number for one in gone))
        line = make_log_line(self._names, clock, "taken back", text, gone[0], gone[-1])
        versions = tuple(one.version for one in gone)
        self.lines.append(replace(line, taken_back=numbers, gone=versions))

    def _write_entry(self, entry: MatchEntry) -> None:
        event = entry.input
        if not self.state.current_values.open:
            self._write_and_end_group()
            if not _is_copied_by_undo(self.history, entry):  # the line before it depends on it
                self.marks.append((len(self.lines), entry.version))
        alone = isinstance(event, (ev.MatchOpened, ev.ForceMustered, ev.Noted))
        if alone or is_free_roll(event):
            self._write_own_line(entry)
        elif isinstance(event, ev.Corrected) and not event.closes:
            self._write_adjustment(entry)
        else:
            self._write_action_part(entry)

    def _write_own_line(self, entry: MatchEntry) -> None:
        """Write the line of an entry that has its own line. If an action is open, its line comes
        first.
        """
        apply_event(self.state, entry.input, entry.version)
        for fact in entry.facts:
            apply_event(self.state, fact)
        opening = isinstance(entry.input, (ev.MatchOpened, ev.ForceMustered))
        text = describe_entry_with_own_line(self._names, self.history, entry)
        self._append_line(entry, "opening" if opening else "note", text)

    def _write_adjustment(self, entry: MatchEntry) -> None:
        assert isinstance(entry.input, ev.Corrected)
        said = apply_and_describe_facts(self.state, entry.facts, entry.input.facts)
        text = describe_manual_correction(self.history, entry.input, said)
        self._append_line(entry, "set right", text)

    def _make_line(self, entry: MatchEntry, kind: LogLineKind, text: str) -> LogLine:
        side = getattr(entry.input, "side", None)
        details = (_make_detail(entry, text),) if self._detailed else ()
        line = make_log_line(self._names, self.state.clock, kind, text, entry, entry)
        return replace(line, side=side, details=details)

    def _append_line(self, entry: MatchEntry, kind: LogLineKind, text: str) -> None:
        back = self._describe_corrections(entry)
        line = self._make_line(entry, kind, text)
        line = replace(line, text=append_notes_in_brackets(text, back), back=back)
        (self.later if self.group is not None else self.lines).append(line)

    def _describe_corrections(self, entry: MatchEntry) -> tuple[str, ...]:
        """Return ``line 8 corrected`` if the line or an earlier version of it has been corrected,
        or ().
        """
        if not self._corrections:
            return ()
        corrected = not self._corrections.isdisjoint(
            _iterate_versions_of_line(self.history, entry.version)
        )
        return (f"line {entry.number} corrected",) if corrected else ()

    def _write_action_part(self, entry: MatchEntry) -> None:
        names, group = self._names, self.group or self._begin_group(entry)
        group.last, group.number = entry, group.number or entry.number
        group.back += self._describe_corrections(entry)
        event = entry.input
        match event:
            case ev.ActionTaken():
                act = resolve_actors_and_targets(
                    event, self.state, self.history.find_actors_and_targets(event)
                )
                marks = tuple(self._list_late_and_target_remarks(entry, event, act.whom))
                group.begin_action(event, act, entry.facts, marks)
            case ev.Rolled():
                brief_text = roll_descriptions.describe_roll_briefly(names, event, entry.facts)
                group.add_roll(event, brief_text, entry.facts)
                if self._detailed:
                    full_text = roll_descriptions.describe_roll_fully(event, brief_text)
                    group.details.append(_make_detail(entry, full_text))
            case ev.Chosen():
                text = describe_choice_if_named(names, event, entry.facts)
                if self._detailed:
                    group.details.append(_make_detail(entry, text or event.what))
                declined = group.parted and event.value is False  # another interrupt was declined
                if group.consists_only_of_choice(event):
                    group.add_basis_or_refusal_of_choice(event)
                elif text and not entry.facts and not declined:  # otherwise, its facts describe it
                    group.add_effect(text)
            case ev.Corrected():
                group.add_reason_for_manual_outcome(event.reason)
        apply_event(self.state, event, entry.version)
        for fact in entry.facts:
            self._write_fact(entry, fact)

    def _list_late_and_target_remarks(
        self, entry: MatchEntry, event: ev.ActionTaken, targets: tuple[Subject, ...]
    ) -> Iterator[str]:
        place = _find_line_of_late_action(self.history, entry.version, event.side)
        if place is not None:
            yield self._describe_late_place(entry, place)
        _, *earlier = _iterate_versions_of_line(self.history, entry.version)
        if any(
            have_all_left_table_since_line(self.history, old, targets, self.state)
            for old in earlier
        ):
            yield "target gone"

    def _describe_late_place(self, entry: MatchEntry, late: ev.Version) -> str:
        """Describe where a late action belongs, as in ``late, before line 8``.

        If the action is already at that place, return ``late``.
        """
        history, belongs = self.history, self.history.find_current_version_of_line(late)
        between = belongs != late and belongs in self.state.current_values.open
        elsewhere = history.is_on_path(belongs) and belongs < entry.version and not between
        shown = chain(self._earlier_lines, self.lines)
        number = find_line_number_at_or_after(shown, belongs) if elsewhere else None
        return "late" if number is None else f"late, before line {number}"

    def _begin_group(self, entry: MatchEntry) -> LoggedActionGroup:
        clock = self.state.clock
        side = getattr(entry.input, "side", None) or clock.side
        is_taken = bool(self.lines) and self.lines[-1].number == entry.number
        number = 0 if is_taken else entry.number
        self.group = LoggedActionGroup(self._names, entry, clock, side, entry, number)
        return self.group

    def _write_fact(self, entry: MatchEntry, fact: ev.AnyFact) -> None:
        """Write a fact. If it ends a phase, a turn or the game, it also ends the line."""
        told = fact
        match fact:
            case ev.TurnBegan(turn=turn):
                self._write_and_end_group()
                if turn > 1:
                    self._write_heading(entry, "turn", f"turn {self.state.clock.turn} over")
            case ev.PhaseBegan(phase=phase) if phase != self.state.clock.phase:
                self._write_and_end_group()
            case ev.UnitFormed():
                told = _remove_figures_already_in_unit(self.state, fact)
            case ev.MarkerCleared():
                self._names.removed = fact_descriptions.find_removed_marker_value(self.state, fact)
            case ev.MatchEnded():
                apply_event(self.state, fact)
                self._write_and_end_group()
                reason = fact_descriptions.describe_end_reason(fact)
                why = f", {reason}" if reason else ""
                winner = self._names.name_side(fact.winner)
                result = f"; winner: {winner}" if fact.winner else ": drawn"
                self._write_heading(entry, "end", f"game over{why}{result}")
                return
        apply_event(self.state, fact)
        group = self.group or self._begin_group(entry)
        group.last = entry
        group.add_fact(entry, told)

    def _write_heading(self, entry: MatchEntry, kind: LogLineKind, text: str) -> None:
        counts_more = kind == "turn" and POINTS_KINDS.get(self.state.info.ruleset) == "losses"
        has_score = self.state.objectives or any(self.state.scores.values())
        if has_score and not counts_more:  # recorded points are not the score if losses count too
            text = f"{text} · {self._names.describe_scores()}"
        self.lines.append(self._make_line(entry, kind, text))

    def _write_and_end_group(self) -> None:
        if self.group is not None:
            line = self.group.build_log_line(still_open=bool(self.state.current_values.open))
            if line is not None:
                self.lines.append(line)
        self.group = None
        self.lines.extend(self.later)
        self.later.clear()


def describe_choice_if_named(
    names: MatchNames, event: ev.Chosen, facts: Iterable[ev.AnyFact]
) -> str:
    """Describe a choice by its value, or by the names of the figures that it marks. Return "" if it
    has neither.
    """
    sets = [fact for fact in facts if isinstance(fact, ev.MarkerSet)] if event.value else []
    marked = (one for fact in sets for one in fact.subjects)
    text = names.format_value(event.value, whole=event.whole) or names.describe_figure_kinds(marked)
    return f"{event.what}: {text}" if text else ""


def _remove_figures_already_in_unit(state: State, fact: ev.UnitFormed) -> ev.UnitFormed:
    there = state.units.get(fact.unit)
    had = there.figures if there is not None and fact.out_of else ()
    return replace(fact, figures=tuple(each for each in fact.figures if each not in had))


def _make_detail(entry: MatchEntry, text: str) -> EntryDetail:
    source: ev.Source | Literal[""] = getattr(entry.input, "source", "")
    return EntryDetail(entry.number, entry.version, text, source, entry.at, entry.author)
