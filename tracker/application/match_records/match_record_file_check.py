"""Checks a match record without a ledger."""

from __future__ import annotations

from itertools import zip_longest

from msgspec import Struct

from tracker.application.book import Book
from tracker.application.errors import Refused
from tracker.application.match_records import record_text_format
from tracker.application.match_records.match_record_writer import compose_match_record
from tracker.application.match_records.record_dry_run import (
    CUT_OFF,
    UnplayableRow,
    play_record_with_fitting_rules,
)
from tracker.application.match_records.record_header_reader import FindRoster
from tracker.ledger.memory_store import MemoryStore


class RecordCheckResult(Struct, frozen=True):
    """The result of checking a record of a match or league.

    ``line`` is the first faulty line of the file, or None, and ``why`` describes the fault.
    ``rows`` is the number of rows that are not comments, or of lines of the league. ``games`` is
    the number of games of a league. If the record has no digests, ``checked`` is false.
    """

    rows: int
    events: int
    checked: bool
    line: int | None = None
    why: str = ""
    games: int = 0

    @property
    def is_sound(self) -> bool:
        return not self.why


def check_match_record(
    text: str, find_roster: FindRoster, book: Book | None = None
) -> RecordCheckResult:
    """Check a record by playing it and writing it again. Find the first line that differs.

    Raises ``Refused`` if the text is not a record.
    """
    sheet = record_text_format.parse_record(text)
    said = sum(not row.is_comment for row in sheet.rows)
    changed = sheet.find_first_tampered_row() if sheet.has_check_digits else None
    if changed is not None:
        is_rule = changed.text == record_text_format.RULE
        what = "the header above this line" if is_rule else "this line"
        why = f"{what} was changed after the record was written."
        return RecordCheckResult(said, 0, checked=True, line=changed.line, why=why)
    try:
        played = play_record_with_fitting_rules(book or Book(MemoryStore()), sheet, find_roster)
    except UnplayableRow as unfit:
        return RecordCheckResult(said, 0, sheet.has_check_digits, unfit.line, unfit.why)
    except Refused as refused:
        return RecordCheckResult(said, 0, sheet.has_check_digits, 1, refused.message)
    history = played.dry_run.history
    found = RecordCheckResult(said, history.version, sheet.has_check_digits)
    if not sheet.has_check_digits:
        return found
    written = compose_match_record(played.opening.rules, history, played.photos.get)
    lines = record_text_format.normalise_line_breaks(text).split("\n")
    pairs = zip_longest(lines, written.split("\n"))
    line = next((number for number, (one, two) in enumerate(pairs, 1) if one != two), None)
    if line is None and not played.differs:
        return found
    causes = {"": "only spaces were changed", CUT_OFF: CUT_OFF}
    why = causes.get(played.differs, "the current rules give a different text here")
    return RecordCheckResult(said, history.version, checked=True, line=line, why=f"{why}.")
