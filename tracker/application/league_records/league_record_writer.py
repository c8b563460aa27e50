"""A league written as a record."""

from __future__ import annotations

from tracker.application.book import Book
from tracker.application.errors import Refused
from tracker.application.league_records import record_file
from tracker.application.league_records.record_game_names import name_games, rename_games
from tracker.application.leagues.league import League
from tracker.application.records import match_digest
from tracker.application.records.record_writer import compose
from tracker.application.taking_photos import find_photo


def compose_league(league: League, book: Book | None = None) -> str:
    """The record of a league or campaign with its games, read from a book of its ledger.

    Raises ``Refused`` where something in one of them is still secret: a record holds all.
    """
    book = book or Book(league.store)
    names = name_games(league.story.lines)
    kept = [_game(book, stream, name) for stream, name in names.items()]
    lines = rename_games(league.story.lines, names)
    return record_file.write(league.state.info.what, league.title, lines, kept)


def _game(book: Book, stream: str, name: str) -> record_file.SheetGame:
    row = book.summary(stream)
    if row is None:
        return record_file.SheetGame(name)
    game = book.read(stream)
    if game.shown() is not game:
        raise Refused(f"Something in {stream} is still secret: a record has to wait for that.")
    digest = match_digest.compute_digest(game.story.lines)
    if book.find_rules(row.ruleset, stream) is None:
        return record_file.SheetGame(name, digest)
    record = compose(game.ruleset, game.story, lambda photo: find_photo(game, photo))
    return record_file.SheetGame(name, digest, record)
