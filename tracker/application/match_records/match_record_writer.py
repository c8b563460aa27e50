"""Copies a match row by row into a record. Inputs are written as players would type them.

Each row is played in a dry run that accepts only the match's own entries, so a row can never have a
different meaning. Entries that no line can make are written in stored form.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass

import msgspec
from msgspec.structs import replace

from tracker.application.errors import LedgerError, Refused
from tracker.application.match.live_match import LiveMatch
from tracker.application.match.match_entries import BY_HAND
from tracker.application.match.match_history import MatchHistory
from tracker.application.match.undo_and_redo_points import (
    find_action_undo_point,
    find_line_end_and_rewind_kind,
    find_phase_or_turn_undo_point,
    find_undo_point_and_rewind_kind,
)
from tracker.application.match_records import match_digest, record_row_replay, record_text_format
from tracker.application.match_records.action_line_formatting import ActionLineWriter
from tracker.application.match_records.dry_run_game import DryRunGame
from tracker.application.match_records.embedded_photos import write_photo_rows
from tracker.application.match_records.record_header_writer import format_record_header
from tracker.application.match_records.record_row_text_builder import (
    escape_for_row,
    fits_in_row,
    quote_for_row,
)
from tracker.application.photo_storage import Photo, list_photo_digests
from tracker.application.text_cleaning import clean_text
from tracker.application.typed_lines.line_interpreter import interpret_part
from tracker.input_parsing.line_parser import parse_typed_line
from tracker.input_parsing.line_syntax_tree import LineError
from tracker.procedures.declared.line_part_meanings import ManualAdjustment
from tracker.procedures.match_view import Match, UnknownName
from tracker.procedures.ruleset import Ruleset
from tracker.projection.match_event_fold import apply_event
from tracker.projection.match_state import State
from tracker.projection.undo_history_tree import RecordedEvent, group_events_by_entry
from tracker.vocabulary import events as ev
from tracker.vocabulary import match_event_codec
from tracker.vocabulary.events import Version

MAX_PARTS = 12


def propose_adjustment_rows(live_match: LiveMatch, event: ev.Corrected) -> Iterator[str]:
    """Yield rows that may make the given adjustment, best first.

    The last row has facts in stored form.
    """
    about = (
        "" if event.about is None else f" about {live_match.history.get_line_number(event.about)}"
    )
    why = "" if event.reason == BY_HAND else f" # {event.reason}"
    if clean_text(event.reason) == event.reason and event.side is None:
        if not event.closes:
            parts = _find_line_parts_for_facts(live_match, event.facts)
            if parts:
                yield " | ".join([*parts[:-1], parts[-1] + about]) + why
        elif not event.facts:
            yield f"skip {live_match.table.match.phase}{why}"
        facts = msgspec.json.encode(event.facts, order="deterministic").decode()
        closes = "closes " if event.closes else ""
        yield f"@fix{about} {closes}{facts} # {event.reason}"


def _find_line_parts_for_facts(live_match: LiveMatch, facts: tuple[ev.AnyFact, ...]) -> list[str]:
    """Return the parts of a line that together make the given facts, or [] if no line does."""
    state = live_match.history.state.fork_state()
    match = Match(state, lambda fact: apply_event(state, fact))
    left = list(facts)
    said: list[str] = []
    while left and len(said) < MAX_PARTS:
        found = _find_longest_part_for_facts(live_match, match, left)
        if found is None:
            return []
        text, taken = found
        match.record(*left[:taken])
        left = left[taken:]
        said.append(text)
    return [] if left else said


def _find_longest_part_for_facts(
    live_match: LiveMatch, match: Match, left: list[ev.AnyFact]
) -> tuple[str, int] | None:
    best: tuple[str, int] | None = None
    for row in live_match.ruleset.setting_right.list_rows(match):
        for _, text in row.ways:
            facts = _parse_facts(live_match, match, text) if text else ()
            count = len(facts)
            if count and _are_equal(facts, left[:count]) and (best is None or count > best[1]):
                best = (text, count)
    return best


def _parse_facts(live_match: LiveMatch, match: Match, text: str) -> tuple[ev.AnyFact, ...]:
    line = parse_typed_line(text, live_match.ruleset.lexicon)
    if isinstance(line, LineError):
        return ()
    facts: list[ev.AnyFact] = []
    try:
        for part in line.parts:
            meaning = interpret_part(live_match.ruleset, match, part).meaning
            if not isinstance(meaning, ManualAdjustment) or facts:
                return ()
            facts += meaning.facts
    except (Refused, UnknownName):
        return ()
    return tuple(facts)


def _are_equal(facts: tuple[ev.AnyFact, ...], others: list[ev.AnyFact]) -> bool:
    return [*map(match_event_codec.encode, facts)] == [*map(match_event_codec.encode, others)]


@dataclass(frozen=True)
class WrittenRow:
    """The text of a row, and the entries that it makes.

    ``first`` is the number of the first entry.
    """

    text: str
    first: int = 0
    entries: Sequence[Sequence[RecordedEvent]] = ()


class MatchRecordWriter:
    """Copies the match of a history into the rows of a record.

    Entries whose number is in ``plainly`` are written in stored form. If ``has_offered_actions`` is
    false, the match is copied under earlier replay rules (``ReplayRules``).
    """

    def __init__(
        self,
        ruleset: Ruleset,
        history: MatchHistory,
        plainly: frozenset[int] = frozenset(),
        *,
        has_offered_actions: bool = True,
    ) -> None:
        self.entries = group_events_by_entry(history.lines)
        self.plainly = plainly
        self.dry_run = DryRunGame(ruleset)
        if not has_offered_actions:
            self.dry_run.replay = replace(self.dry_run.replay, has_offered_actions=False)
        self.dry_run.writer.expect_entries(self.entries)
        self._heading = ""

    def read_opening_and_forces(self) -> tuple[ev.MatchOpened, tuple[ev.ForceMustered, ...]]:
        """Return the opening and the forces of the match.

        Raises ``Refused`` if there is no opening.
        """
        first, *others = (entry[0].event for entry in self.entries)
        if not isinstance(first, ev.MatchOpened):
            raise Refused("This is not a match: it has no opening entry.")
        forces: list[ev.ForceMustered] = []
        for event in others:
            if not isinstance(event, ev.ForceMustered):
                break
            forces.append(event)
        return first, tuple(forces)

    def write_rows(self) -> Iterator[WrittenRow]:
        """Yield all rows, beginning with the opening. Raises ``Refused`` if there is no opening."""
        self.dry_run.writer.author = self.entries[0][0].author
        opened, forces = self.read_opening_and_forces()
        if not self.dry_run.try_to_write_entry(lambda: self.dry_run.write_opening(opened, forces)):
            raise Refused("The current rules no longer accept the opening of this match.")
        yield self._make_row("---", 0)
        while (entry := self.dry_run.writer.next_entry) is not None:
            author = entry[0].author
            if author != self.dry_run.writer.author:
                self.dry_run.writer.author = author
                yield WrittenRow(f"@author {quote_for_row(author)}")
            heading = format_phase_heading(self.dry_run.state)
            if heading != self._heading:
                self._heading = heading
                yield WrittenRow(heading)
            before = self.dry_run.writer.copied_entry_count
            yield self._make_row(self._write_row(entry), before)

    def _make_row(self, text: str, before: int) -> WrittenRow:
        return WrittenRow(
            text, before + 1, self.entries[before : self.dry_run.writer.copied_entry_count]
        )

    def _write_row(self, entry: Sequence[RecordedEvent]) -> str:
        if self.dry_run.writer.copied_entry_count + 1 not in self.plainly:
            for text in self._propose_rows(entry):
                if self._try_to_play_row(text):
                    return text
            deed = ActionLineWriter(self.dry_run, self.entries).play_and_format_entry_row(entry)
            if deed is not None:
                return deed
            event = entry[0].event
            kind, body = match_event_codec.kind_of(event), match_event_codec.encode(event)
            text = escape_for_row(f"@input {kind} {body.decode()}")
            if self._try_to_play_row(text):
                return text
        text = _format_entry_in_stored_form(entry)
        if not self._try_to_play_row(text):
            raise Refused(
                f"Line {self.dry_run.writer.copied_entry_count + 1} cannot be written in a record."
            )
        return text

    def _try_to_play_row(self, text: str) -> bool:
        return fits_in_row(text) and record_row_replay.try_to_play_record_row(self.dry_run, text)

    def _propose_rows(self, entry: Sequence[RecordedEvent]) -> Iterator[str]:
        """Yield rows for an entry that is neither an action nor an answer, best first."""
        event = entry[0].event
        match event:
            case ev.Rewound():
                yield from self._list_rewind_rows(event)
            case ev.Noted():
                yield self._format_replay_prefix(event.repeats) + self._format_note(event)
            case ev.Corrected():
                again = self._format_replay_prefix(event.repeats)
                for text in propose_adjustment_rows(self.dry_run.live_match, event):
                    if not text.startswith("skip ") or self._does_row_make_same_without_times(
                        again + text
                    ):
                        yield again + text
            case ev.ActionTaken(source="default"):
                yield "@on"
        if getattr(event, "repeats", None) is not None:
            yield "@on"

    def _does_row_make_same_without_times(self, text: str) -> bool:
        free = self.dry_run.make_sandbox()
        free.writer.expect_entries(())
        free.try_to_write_entry(lambda: record_row_replay.play_record_row(free, text))
        before, after = self.dry_run.writer.copied_entry_count, free.writer.copied_entry_count
        wanted = [line for entry in self.entries[before:after] for line in entry]
        made, expected = (
            match_digest.compute_match_digest(lines, include_times_and_authors=False)
            for lines in (free.history.lines[self.dry_run.version :], wanted)
        )
        return made == expected

    def _get_number(self, version: int) -> int:
        return self.dry_run.history.get_line_number(version)

    def _format_replay_prefix(self, repeats: Version | None) -> str:
        return "" if repeats is None else f"@anew {self._get_number(repeats)} "

    def _format_note(self, event: ev.Noted) -> str:
        if event.mark:
            return f"@mark {event.mark}"
        about = "" if event.about is None else f" about {self._get_number(event.about)}"
        photo = f" photo {event.photo}" if event.photo else ""
        return f"@note{about}{' star' if event.star else ''}{photo} # {event.text}"

    def _list_rewind_rows(self, event: ev.Rewound) -> Iterator[str]:
        history = self.dry_run.history
        amends = event.amends
        if amends is not None:
            if (
                _find_version_or_none(lambda: history.find_end_of_preceding_line(amends))
                == event.to
            ):
                word = "before" if event.why == "late" else "amend"
                yield f"@{word} {self._get_number(amends)}"
            return
        if event.why == "redo" and history.tree.redo and history.tree.redo[-1] == event.to:
            yield "redo"
        if event.why == "undo":
            ways = {
                "undo": lambda: find_undo_point_and_rewind_kind(history)[0],
                "undo action": lambda: find_action_undo_point(history),
                "undo phase": lambda: find_phase_or_turn_undo_point(history, ev.PhaseBegan),
                "undo turn": lambda: find_phase_or_turn_undo_point(history, ev.TurnBegan),
            }
            yield from (
                text for text, way in ways.items() if _find_version_or_none(way) == event.to
            )
        if 0 < event.to <= history.version:
            number = self._get_number(event.to)
            if (
                _find_version_or_none(lambda: find_line_end_and_rewind_kind(history, number)[0])
                == event.to
            ):
                yield f"@to {number}"


def format_phase_heading(state: State) -> str:
    """Format the turn, phase and side as a comment, as in ``# Turn 2, Shooting, Red``."""
    clock, info = state.clock, state.info
    phases = {word.id: word.word for word in info.words.phases}
    side = [one.name for one in info.sides if one.id == clock.side]
    turn = f"Turn {clock.turn}" if clock.turn else "Set-up"
    phase = phases.get(clock.phase, clock.phase)
    where = [turn, "" if phase.lower() == turn.lower() else phase, *side]
    return clean_text(f"# {', '.join(word for word in where if word)}")


def _find_version_or_none(way: Callable[[], Version]) -> Version | None:
    try:
        return way()
    except (Refused, ValueError):
        return None


def _format_entry_in_stored_form(entry: Sequence[RecordedEvent]) -> str:
    first, *facts = (
        (
            match_event_codec.kind_of(line.event),
            line.action,
            msgspec.Raw(match_event_codec.encode(line.event)),
        )
        for line in entry
    )
    return escape_for_row(f"@entry {msgspec.json.encode([*first, facts]).decode()}")


END = "@end"
MAX_ATTEMPTS = 50


def compose_match_record(
    ruleset: Ruleset, history: MatchHistory, photo: Callable[[str], Photo | None] = lambda _: None
) -> str:
    """Return the text of a match's record. Raises ``Refused`` for a stream that is not a match.

    ``photo`` finds a photo by its digest. Photos that are found are added at the end. The record is
    then read again. If a row gives a different result, it is written in stored form instead.
    """
    plainly: frozenset[int] = frozenset()
    for _ in range(MAX_ATTEMPTS):
        copyist, copied = _copy_rows(ruleset, history, plainly)
        wrong = _find_entry_number_of_wrong_row(ruleset, copyist, copied)
        if wrong is None:
            opened, forces = copyist.read_opening_and_forces()
            author = history.lines[0].author
            top = format_record_header(ruleset, opened, forces, history.state, author)
            rows = _stamp_rows_and_append_photos(copied, history.lines, photo)
            return record_text_format.format_match_record(top, rows)
        plainly |= {wrong}
    raise Refused("This match cannot be written as a record; export it as JSON instead.")


def _copy_rows(
    ruleset: Ruleset, history: MatchHistory, plainly: frozenset[int]
) -> tuple[MatchRecordWriter, list[WrittenRow]]:
    """Copy a match into rows. A match of an earlier version gets the same rows as then.

    Actions that are late under the earlier replay rules alone would begin with ``@late``.
    """
    copyist = MatchRecordWriter(ruleset, history, plainly)
    rows = list(copyist.write_rows())
    if any(row.text.startswith("@late") for row in rows):
        earlier = MatchRecordWriter(ruleset, history, plainly, has_offered_actions=False)
        earlier_rows = list(earlier.write_rows())
        if _count_marked_rows(earlier_rows) < _count_marked_rows(rows):
            return earlier, earlier_rows
    return copyist, rows


def _count_marked_rows(rows: Sequence[WrittenRow]) -> int:
    return sum(row.text.startswith("@") for row in rows)


def _find_entry_number_of_wrong_row(
    ruleset: Ruleset, writer: MatchRecordWriter, rows: Sequence[WrittenRow]
) -> int | None:
    dry_run = DryRunGame(ruleset)
    dry_run.replay = writer.dry_run.replay
    opened, forces = writer.read_opening_and_forces()
    dry_run.writer.author = writer.entries[0][0].author
    for row in rows:
        if row.text.startswith("#"):
            continue
        dry_run.writer.expect_entries_at_times([entry[0].at for entry in row.entries])
        with suppress(Refused, LedgerError):
            if row.text == record_text_format.RULE:
                dry_run.write_opening(opened, forces)
            else:
                record_row_replay.play_record_row(dry_run, row.text)
        made = dry_run.history.lines[row.entries[0][0].version - 1 :] if row.entries else []
        wanted = (line for entry in row.entries for line in entry)
        compute_digest = match_digest.compute_match_digest
        if compute_digest(made) != compute_digest(wanted):
            return row.first
    return None


def _stamp_rows_and_append_photos(
    rows: Sequence[WrittenRow],
    lines: Sequence[RecordedEvent],
    photo: Callable[[str], Photo | None],
) -> Iterator[tuple[str, str]]:
    last: int | None = None
    for row in rows:
        if not row.entries:
            yield row.text, ""
            continue
        times = [entry[0].at for entry in row.entries]
        yield row.text, record_text_format.format_row_stamp(row.first, times, last)
        last = times[-1]
    yield f"{END} {len(lines)} events {match_digest.compute_match_digest(lines)}", ""
    for digest in list_photo_digests(lines):
        found = photo(digest)
        if found is not None:
            yield from ((text, "") for text in write_photo_rows(digest, found))
