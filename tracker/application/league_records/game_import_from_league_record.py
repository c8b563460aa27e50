"""Imports the games of a league record: adds new games to the ledger, and continues
existing ones.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from tracker.application import photo_storage
from tracker.application.book import MAX_ATTEMPTS, Book
from tracker.application.errors import Refused
from tracker.application.league_records.league_record_format import BrokenRecord, LeagueRecordGame
from tracker.application.match_records import match_digest, record_text_format
from tracker.application.match_records.dry_run_game import DryRunGame
from tracker.application.match_records.import_validation import (
    ReadGame,
    require_readable_match,
    store_match,
)
from tracker.application.match_records.record_dry_run import (
    PlayedRecord,
    play_record_with_fitting_rules,
)
from tracker.application.recorded_event_storage import decode_pages
from tracker.ledger.store_interface import Store
from tracker.procedures.ruleset import Ruleset
from tracker.projection.undo_history_tree import RecordedEvent


class ExistingGame(Struct, frozen=True):
    """A game in the ledger with ``lines`` lines.

    The first ``same`` of these lines are equal to those of the recorded game.
    """

    stream: str
    lines: int
    same: int


def replay_and_verify_recorded_game(
    book: Book, game: LeagueRecordGame, readers: Sequence[ReadGame]
) -> PlayedRecord:
    """Replay a game of a league record in memory, and check it.

    Raises ``BrokenRecord``, which names the game, if the game is damaged or plays differently.
    """
    try:
        record = record_text_format.parse_record(game.record)
        found = play_record_with_fitting_rules(book, record, _refuse_missing_roster)
        require_readable_match(book, found.dry_run, readers)
    except Refused as why:
        raise BrokenRecord(f"Game {game.name} of the record: {why.message}") from why
    if found.differs:
        raise BrokenRecord(
            f"Game {game.name} in the record has a different course when replayed: {found.differs}."
        )
    if match_digest.compute_match_digest(found.dry_run.history.lines) != game.digest:
        raise BrokenRecord(
            f"Game {game.name} in the record is not the game that the league played."
        )
    return found


def _refuse_missing_roster(rules: Ruleset, name: str) -> str:
    raise Refused(f"the roster {name} for {rules.id} is missing.")


def write_game_lines_missing_in_ledger(
    book: Book, game: PlayedRecord, *, known_stream: str | None, allow_copy: bool
) -> tuple[str, bool]:
    """Write the new lines of a replayed game to the ledger.

    Return the game's stream, and whether anything was written. ``known_stream`` is the stream of
    the game in the local league, or None. If the game has diverged in the ledger, a copy is written
    if ``allow_copy`` is true. Otherwise, ``Refused`` is raised.
    """
    dry_run = game.dry_run
    there = _find_game_with_most_shared_lines(book, dry_run, known_stream)
    if there is not None and there.same < min(there.lines, dry_run.version):
        if not allow_copy:
            raise Refused(_describe_difference(dry_run, there))
        there = None
    if there is not None and there.lines >= dry_run.version:
        return there.stream, False
    for photo in game.photos.values():
        photo_storage.store_photo_once(book.store, photo, author=book.author, at=book.clock())
    if there is not None:
        store_match(book.store, dry_run, there.stream, after=there.lines)
        return there.stream, True
    stream = choose_unused_stream_name(book.store, "match")
    store_match(book.store, dry_run, stream)
    return stream, True


def choose_unused_stream_name(store: Store, kind: str) -> str:
    """Return an unused name for a stream of the given kind, such as m4 or l2.

    Raises ``Refused`` if the next names are all taken.
    """
    number = len(store.list_streams(kind))
    for _ in range(MAX_ATTEMPTS):
        number += 1
        if not store.get_version(f"{kind[0]}{number}"):
            return f"{kind[0]}{number}"
    raise Refused("Somebody else is starting games in this ledger at the same moment. Try again.")


def _find_game_with_most_shared_lines(
    book: Book, dry_run: DryRunGame, meant: str | None
) -> ExistingGame | None:
    found = []
    first = dry_run.history.lines[0]
    for row in book.list_games(include_archived=True):
        began = row.opened_at == first.at and row.ruleset == dry_run.ruleset.id
        if began and meant in (None, row.stream):
            lines = decode_pages(book.store.read_event_pages(row.stream))
            same = _count_equal_leading_lines(lines, dry_run.history.lines)
            if same:
                found.append(ExistingGame(row.stream, len(lines), same))
    return max(found, key=lambda one: one.same, default=None)


def _count_equal_leading_lines(
    lines: Sequence[RecordedEvent], others: Sequence[RecordedEvent]
) -> int:
    """Count the lines that are equal from the start of both games.

    In the first line, the stored copy of the rules is ignored.
    """
    first, other = (match_digest.compute_match_digest(each[:1]) for each in (lines, others))
    if first != other:
        return 0
    pairs = enumerate(zip(lines, others, strict=False))
    return next((n for n, (one, two) in pairs if n and one != two), min(len(lines), len(others)))


def _describe_difference(dry_run: DryRunGame, existing: ExistingGame) -> str:
    number = dry_run.history.get_line_number(existing.same + 1)
    return (
        f"{existing.stream} and {dry_run.state.info.title} in the record match up to line"
        f" {number - 1} and differ from line {number} on. To import it as a separate game, add"
        " --apart."
    )
