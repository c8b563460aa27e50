"""Checks a league record without a ledger: its digests, its league and each of its games."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

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
from tracker.ledger.memory_store import MemoryStore


class LeagueCheckResult(Struct, frozen=True):
    """The result of checking a league record.

    ``rows`` is the number of lines of the league, and ``events`` the number of events in these
    lines. ``line`` is the first damaged row of the file, or None. ``why`` describes the damage, or
    is "".
    """

    rows: int = 0
    events: int = 0
    games: int = 0
    line: int | None = None
    why: str = ""

    @property
    def is_sound(self) -> bool:
        return not self.why


def check_league_record(
    text: str, book: Book | None = None, readers: Sequence[ReadLeague] = ()
) -> LeagueCheckResult:
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
        return LeagueCheckResult(line=row, why=refused.message)
    return LeagueCheckResult(len(found.lines), len(lines), len(found.games))
