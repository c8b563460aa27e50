"""Reads a record by playing every row in a dry run, before anything is written."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from tracker.application.book import Book
from tracker.application.errors import LedgerError, Refused
from tracker.application.match.correction_replay import EVERY_REPLAY, TODAYS_REPLAY, ReplayRules
from tracker.application.match_records import record_text_format
from tracker.application.match_records.dry_run_game import DryRunGame
from tracker.application.match_records.embedded_photos import PhotoReader
from tracker.application.match_records.import_validation import (
    list_faults_of_lines,
    list_faults_of_opening,
)
from tracker.application.match_records.match_digest import compute_match_digest
from tracker.application.match_records.match_record_writer import END
from tracker.application.match_records.record_header_reader import (
    FindRoster,
    RecordOpening,
    read_record_opening,
)
from tracker.application.match_records.record_row_replay import play_record_row
from tracker.application.match_records.record_text_format import ParsedRecord, RecordRow
from tracker.application.photo_storage import Photo
from tracker.vocabulary.count_wording import format_count

_END = re.compile(rf"{END}\s+(?P<events>[0-9]+) events\s+(?P<digest>[0-9a-f]{{64}})", re.IGNORECASE)

CUT_OFF = "the last line of the record is missing, so the record was cut off"


class UnplayableRow(Refused):
    """Raised for a row of a record that cannot be played.

    ``line`` is its line number in the file.
    """

    def __init__(self, line: int, why: str) -> None:
        super().__init__(f"line {line}: {why}")
        self.line = line
        self.why = why


@dataclass(frozen=True)
class PlayedRecord:
    """A record that was played to its end.

    ``differs`` says how the result differs from the recorded one, or is "" if it does not.
    """

    dry_run: DryRunGame
    opening: RecordOpening
    differs: str = ""
    photos: Mapping[str, Photo] = field(default_factory=dict)


def play_record_with_fitting_rules(
    book: Book,
    record: ParsedRecord,
    find_roster: FindRoster,
    *,
    allow_other_entry_counts: bool = False,
) -> PlayedRecord:
    """Play a record with the current replay rules or, if that fails, with earlier ones.

    If ``allow_other_entry_counts`` is true, a row may make a different number of entries, and the
    last row may differ. Raises ``UnplayableRow`` for the first row that cannot be played, and
    ``Refused`` for an invalid header.
    """
    found: PlayedRecord | UnplayableRow | None = None
    for replay in EVERY_REPLAY if record.has_check_digits else (TODAYS_REPLAY,):
        try:
            played = _play_with_replay_rules(
                book, record, find_roster, replay, loosely=allow_other_entry_counts
            )
        except UnplayableRow as unfit:
            found = found or unfit
            continue
        if not played.differs:
            return played
        found = found or played
    if not isinstance(found, PlayedRecord):
        assert found is not None
        raise found
    return found


def _play_with_replay_rules(
    book: Book, record: ParsedRecord, find_roster: FindRoster, replay: ReplayRules, *, loosely: bool
) -> PlayedRecord:
    begun = read_record_opening(book, record.head, find_roster)
    dry_run = DryRunGame(begun.rules, book.clock)
    dry_run.replay = replay
    if any(row.times for row in record.rows):
        # A row that was inserted by hand gets the time of the row above it.
        dry_run.writer.clock = lambda: (
            dry_run.history.lines[-1].at if dry_run.history.lines else book.clock()
        )
    dry_run.writer.author = book.author if begun.author is None else begun.author
    if record.has_check_digits:
        dry_run.writer.author = begun.author or ""
    differs = CUT_OFF if record.has_check_digits else ""
    photos = PhotoReader()
    for row in record.rows:
        end = _END.fullmatch(row.text)
        if end is not None:
            differs = _describe_difference(dry_run, int(end["events"]), end["digest"])
        elif photos.add_row_if_photo(row.text):
            continue
        elif not row.is_comment:
            _play_row(dry_run, begun, row, loosely=loosely)
    return PlayedRecord(dry_run, begun, differs, photos.collect_photos())


def _play_row(dry_run: DryRunGame, begun: RecordOpening, row: RecordRow, *, loosely: bool) -> None:
    is_opening = row.text == record_text_format.RULE
    if is_opening:
        for why in list_faults_of_opening(dry_run.ruleset, begun.opened, begun.forces):
            raise UnplayableRow(row.line, f"{why}.")
    before, lines = dry_run.writer.copied_entry_count, len(dry_run.history.lines)
    dry_run.writer.expect_entries_at_times(row.times, allow_more_entries=loosely)
    try:
        if is_opening:
            dry_run.write_opening(begun.opened, begun.forces)
        else:
            play_record_row(dry_run, row.text)
    except (Refused, LedgerError) as trouble:
        made = dry_run.writer.copied_entry_count - before
        if loosely or not row.times or made < len(row.times):
            raise UnplayableRow(row.line, trouble.message) from trouble
    except Exception as fault:
        why = f"this line cannot be played ({type(fault).__name__})."
        raise UnplayableRow(row.line, why) from fault
    new = dry_run.history.lines[lines:]
    for why in list_faults_of_lines(dry_run.ruleset, begun.opened.sides, new):
        raise UnplayableRow(row.line, f"{why}.")
    made = dry_run.writer.copied_entry_count - before
    if row.times and not loosely and made < len(row.times):
        expected = format_count(len(row.times), "entry", "entries")
        why = f"this line made {expected} when it was written, and makes {made} now."
        raise UnplayableRow(row.line, why)


def _describe_difference(dry_run: DryRunGame, events: int, digest: str) -> str:
    lines = dry_run.history.lines
    if len(lines) != events:
        count = format_count(len(lines), "event")
        return f"it now gives {count}, but gave {events} when it was written"
    return "" if compute_match_digest(lines) == digest else "its events are no longer the same"
