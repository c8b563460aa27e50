"""A league written as a record."""

from __future__ import annotations

from tracker.application.book import Book
from tracker.application.errors import Refused
from tracker.application.league_records import sheet
from tracker.application.league_records.naming import games_of, renamed
from tracker.application.leagues.league import League
from tracker.application.records import chain
from tracker.application.records.composing import compose
from tracker.application.taking_photos import photo_of


def compose_league(league: League, book: Book | None = None) -> str:
    """The record of a league or campaign with its games, read from a book of its ledger.

    Raises ``Refused`` where something in one of them is still secret: a record holds all.
    """
    book = book or Book(league.store)
    names = games_of(league.story.lines)
    kept = [_game(book, stream, name) for stream, name in names.items()]
    lines = renamed(league.story.lines, names)
    return sheet.write(league.state.info.what, league.title, lines, kept)


def _game(book: Book, stream: str, name: str) -> sheet.SheetGame:
    row = book.summary(stream)
    if row is None:
        return sheet.SheetGame(name)
    game = book.read(stream)
    if game.shown() is not game:
        raise Refused(f"Something in {stream} is still secret: a record has to wait for that.")
    digest = chain.digest(game.story.lines)
    if book.known_rules(row.ruleset, stream) is None:
        return sheet.SheetGame(name, digest)
    record = compose(game.ruleset, game.story, lambda photo: photo_of(game, photo))
    return sheet.SheetGame(name, digest, record)
