"""The photos of a match, each of which belongs to a note."""

from __future__ import annotations

from tracker.application import photo_storage
from tracker.application.match.game import Game
from tracker.application.match.match_entries import MatchEntry
from tracker.application.photo_storage import Photo
from tracker.vocabulary.events import Noted, Version


def add_photo_note(
    game: Game, photo: Photo, text: str = "", *, about: Version | None = None
) -> MatchEntry:
    """Store a photo together with its note. Raises what ``Game.add_note`` raises."""
    writer = game.writer
    with writer.journal.store.write_in_transaction():
        digest = photo_storage.store_photo_once(
            writer.journal.store, photo, author=writer.author, at=writer.clock()
        )
        return game.add_note(text, about=about, photo=digest)


def find_photo(game: Game, digest: str) -> Photo | None:
    """Return the photo with this digest if a line of this match refers to it, else None."""
    if digest not in photo_storage.list_photo_digests(game.history.lines):
        return None
    return photo_storage.load_photo(game.writer.journal.store, digest)


def list_photos(game: Game) -> dict[Version, Photo]:
    """Return the stored photos of a match by the version of the note that names them."""
    store = game.writer.journal.store
    found = {}
    for line in game.history.path:
        if isinstance(line.event, Noted) and line.event.photo:
            photo = photo_storage.load_photo(store, line.event.photo)
            if photo is not None:
                found[line.version] = photo
    return found
