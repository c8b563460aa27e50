"""Checks a league record without a ledger: its digests, its league and each of its games."""

from __future__ import annotations

from collections.abc import Sequence

from tracker.application.book import Book
from tracker.application.errors import Refused
from tracker.application.league_records.game_import_from_league_record import (
    replay_and_verify_recorded_game,
)
from tracker.application.league_records.league_record_format import (
    BrokenRecord,
    decode_league_record,
)
from tracker.application.league_records.league_record_importer import (
    ReadLeague,
    require_readable_league,
)
from tracker.application.match_records.match_record_file_check import RecordCheckResult
from tracker.ledger.memory_store import MemoryStore


def check_league_record(
    text: str, book: Book | None = None, readers: Sequence[ReadLeague] = ()
) -> RecordCheckResult:
    """Check a league record: parse it, load its league in memory, and replay all of its games."""
    book = book or Book(MemoryStore())
    try:
        found, lines = decode_league_record(text)
        require_readable_league(book, found, lines, readers)
        for game in found.games:
            if game.record:
                replay_and_verify_recorded_game(book, game, ())
    except Refused as refused:
        row = refused.row if isinstance(refused, BrokenRecord) else None
        return RecordCheckResult(0, 0, checked=True, line=row, why=refused.message)
    games = len(found.games)
    return RecordCheckResult(len(found.lines), len(lines), checked=True, games=games)
