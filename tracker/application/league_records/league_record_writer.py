"""Writes the record of a league with its linked games."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from tracker.application.book import Book
from tracker.application.errors import Refused
from tracker.application.league_records import league_record_format
from tracker.application.leagues.league import League
from tracker.application.leagues.league_history import RecordedLeagueEvent
from tracker.application.match_records import match_digest
from tracker.application.match_records.match_record_writer import compose_match_record
from tracker.application.photo_storage import find_photo_of_game
from tracker.leagues.league_events import (
    MatchLinked,
    MatchUnlinked,
    ReportTakenBack,
    ResultReported,
)

_OF_A_GAME = MatchLinked, MatchUnlinked, ResultReported, ReportTakenBack


def map_linked_games_to_record_names(events: Sequence[RecordedLeagueEvent]) -> dict[str, str]:
    """Map each linked game to its name in the record (g1, g2 …), numbered in the order in which
    games were linked.
    """
    found: dict[str, str] = {}
    for line in events:
        if isinstance(line.event, _OF_A_GAME):
            found.setdefault(line.event.match, f"g{len(found) + 1}")
    return found


def rename_linked_games(
    events: Sequence[RecordedLeagueEvent], names: Mapping[str, str]
) -> list[RecordedLeagueEvent]:
    """Return the events with new names for the linked games.

    A game that is missing from ``names`` keeps its name.
    """
    renamed = []
    for line in events:
        event = line.event
        if isinstance(event, _OF_A_GAME):
            event = replace(event, match=names.get(event.match, event.match))
        renamed.append(replace(line, event=event))
    return renamed


def compose_league_record(league: League, book: Book | None = None) -> str:
    """Return the text of a league's or campaign's record, including its games from the ledger.

    Raises ``Refused`` if a game still contains a secret, because a record reveals everything.
    """
    book = book or Book(league.store)
    names = map_linked_games_to_record_names(league.history.lines)
    kept = [_make_game(book, stream, name) for stream, name in names.items()]
    lines = rename_linked_games(league.history.lines, names)
    kind = league.state.info.what
    return league_record_format.encode_league_record(kind, league.title, lines, kept)


def _make_game(book: Book, stream: str, name: str) -> league_record_format.LeagueRecordGame:
    row = book.get_summary(stream)
    if row is None:
        return league_record_format.LeagueRecordGame(name)
    game = book.open_game_read_only(stream)
    if game.get_public_game() is not game:
        raise Refused(
            f"Something in {stream} is still secret. Export the record after it has been revealed."
        )
    digest = match_digest.compute_match_digest(game.history.lines)
    if book.find_ruleset(row.ruleset, stream) is None:
        return league_record_format.LeagueRecordGame(name, digest)
    record = compose_match_record(
        game.ruleset, game.history, lambda photo: find_photo_of_game(game, photo)
    )
    return league_record_format.LeagueRecordGame(name, digest, record)
