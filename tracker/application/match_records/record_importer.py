"""Imports a match record into a ledger in one transaction, unless the match is already there."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from msgspec import Struct

from tracker.application.book import Book
from tracker.application.errors import Refused, make_sentence
from tracker.application.match_records import import_validation, match_digest, record_text_format
from tracker.application.match_records.dry_run_game import DryRunGame
from tracker.application.match_records.record_dry_run import (
    CUT_OFF,
    PlayedRecord,
    UnplayableRow,
    play_record_with_fitting_rules,
)
from tracker.application.match_records.record_header_reader import FindRoster
from tracker.application.match_records.record_text_format import ParsedRecord
from tracker.application.photo_storage import list_photo_digests, store_photo_once
from tracker.application.recorded_event_storage import decode_pages
from tracker.application.roster_files_and_samples import (
    read_roster_file,
    read_sample_text_and_file_name,
)
from tracker.procedures.ruleset import Ruleset
from tracker.vocabulary.count_wording import format_count


class ChangedRecord(Refused):
    """Raised if a record has been changed, or gives a different game.

    The record can be imported anyway.
    """


class ImportResult(Struct, frozen=True):
    """The result of an import. ``was_there`` is true if the ledger already had the match."""

    match: str
    title: str
    was_there: bool
    lines: int
    events: int
    warnings: tuple[str, ...] = ()


def import_match_record(
    book: Book,
    text: str,
    find_roster: FindRoster,
    *,
    allow_changed: bool = False,
    readers: Sequence[import_validation.ReadGame] = (),
) -> ImportResult:
    """Import the match of a record into a ledger, unless the match is already there.

    If ``allow_changed`` is true, the record may have been edited, or may give different results
    under the current rules. ``readers`` are functions that must be able to read the game. Before
    anything is written, raises ``ChangedRecord`` for a change that is not allowed, and ``Refused``
    for any other fault.
    """
    sheet = record_text_format.parse_record(text)
    played = _play_record(book, sheet, find_roster, allow_changed=allow_changed)
    dry_run = played.dry_run
    timed = all(row.times for row in sheet.rows if row.text == record_text_format.RULE)
    import_validation.require_readable_match(book, dry_run, readers)
    there = _find_game_with_all_lines(book, dry_run, timed=timed)

    def write(stream: str) -> str:
        for photo in played.photos.values():
            store_photo_once(book.store, photo, author=book.author, at=book.clock())
        import_validation.store_match(book.store, dry_run, stream)
        return stream

    stream = there or book.write_match_under_unused_name(write)
    return ImportResult(
        match=stream,
        title=dry_run.state.info.title,
        was_there=there is not None,
        lines=dry_run.writer.copied_entry_count,
        events=dry_run.version,
        warnings=_list_warnings(sheet, played),
    )


def _play_record(
    book: Book, sheet: ParsedRecord, find_roster: FindRoster, *, allow_changed: bool
) -> PlayedRecord:
    """Play a record. Raises ``ChangedRecord``, or ``Refused`` if it cannot be played at all."""
    row = sheet.find_first_tampered_row() if sheet.has_check_digits else None
    if row is None:
        change = ""
    elif row.text == record_text_format.RULE:
        change = f"The header of the record, above line {row.line}, was changed"
    else:
        change = f"Line {row.line} of the record was changed"
    change = change and f"{change} after it was written."
    try:
        played = play_record_with_fitting_rules(
            book, sheet, find_roster, allow_other_entry_counts=allow_changed
        )
    except UnplayableRow as error:
        if not change or allow_changed:
            raise
        try:
            play_record_with_fitting_rules(book, sheet, find_roster, allow_other_entry_counts=True)
        except UnplayableRow:
            raise Refused(f"{change} {make_sentence(error.message)}") from error
        raise ChangedRecord(change) from error
    if played.differs and not allow_changed:
        rules = "The current rules give a different game for this record: "
        cause = played.differs if played.differs == CUT_OFF else f"{rules}{played.differs}"
        raise ChangedRecord(change or make_sentence(cause))
    return played


def _list_warnings(sheet: ParsedRecord, played: PlayedRecord) -> tuple[str, ...]:
    begun = played.opening
    found = [f"The key {tag!r} in the header is unknown and was ignored." for tag in begun.strange]
    if begun.opened.ruleset_version != begun.rules.version:
        found.append(
            f"The record was written with version {begun.opened.ruleset_version} of the "
            f"rules; the installed version is {begun.rules.version}."
        )
    named = list_photo_digests(played.dry_run.history.lines)
    missing = [digest for digest in named if digest not in played.photos]
    if missing:
        found.append(
            f"The record does not contain {format_count(len(missing), 'photo')} that it names."
        )
    row = sheet.find_first_tampered_row() if sheet.has_check_digits else None
    if row is not None and not played.differs:
        found.append(f"Line {row.line} was changed, but the game is the same.")
    return tuple(found)


def _find_game_with_all_lines(book: Book, dry_run: DryRunGame, *, timed: bool) -> str | None:
    """Return the game that contains all lines of a dry run, or None if there is none.

    If the lines have times, the game can have later lines too.
    """
    lines = dry_run.history.lines
    wanted = match_digest.compute_match_digest(lines, include_times_and_authors=timed)
    for game in book.list_games(include_archived=True):
        same = game.version == dry_run.version
        if timed:
            same = game.version >= dry_run.version and game.opened_at == lines[0].at
        if same and game.ruleset == dry_run.ruleset.id:
            stored = decode_pages(book.store.read_event_pages(game.stream))[: dry_run.version]
            if match_digest.compute_match_digest(stored, include_times_and_authors=timed) == wanted:
                return game.stream
    return None


def make_roster_finder(file: Path) -> Callable[[Ruleset, str], str]:
    """Return a function that finds a roster by name: next to the record, or among the samples."""

    def find(rules: Ruleset, name: str) -> str:
        plain = Path(name).name
        beside = file.parent / plain
        return (
            read_roster_file(beside)
            if beside.is_file()
            else read_sample_text_and_file_name(rules, plain)[0]
        )

    return find
