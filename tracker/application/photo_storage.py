"""Stores photos of the table at a reduced size. Each photo is stored only once in the ledger, by
its digest.

A photo is a stream with one event, so the ledger protects, copies and checks it like other data.
The digest is the SHA-256 of the photo's bytes. A note in a match refers to the photo by its digest.
"""

from __future__ import annotations

import base64
import re
from collections.abc import Iterable
from contextlib import suppress
from hashlib import sha256
from io import BytesIO
from typing import TYPE_CHECKING

import msgspec

from tracker.application.errors import Refused
from tracker.ledger.ledger_errors import BrokenLedger, WriteConflict
from tracker.ledger.store_interface import NewEntry, NewEvent, Store, StoredEvent
from tracker.vocabulary import events as ev

if TYPE_CHECKING:
    from tracker.application.match.game import Game
    from tracker.application.match.match_entries import MatchEntry
    from tracker.projection.undo_history_tree import RecordedEvent

PHOTO = "photo"
MAX_SIDE = 1280  # pixels
MAX_PHOTO_SIZE = 12 << 20
"""The maximum size of an uploaded photo in bytes."""
TARGET_SIZE = 250 << 10
"""The target size of a stored photo in bytes."""
MAX_PIXELS = 60_000_000
QUALITIES = (82, 70, 55, 40)
FORMATS = ("JPEG", "PNG", "WEBP", "GIF", "MPO")
DIGEST = re.compile(r"[0-9a-f]{64}")


class Photo(msgspec.Struct, frozen=True, gc=False):
    """A stored photo, which is always a JPEG without metadata."""

    width: int
    height: int
    data: bytes

    @property
    def digest(self) -> str:
        return sha256(self.data).hexdigest()

    @property
    def data_url(self) -> str:
        return f"data:image/jpeg;base64,{base64.b64encode(self.data).decode()}"


def resize_and_clean_photo(data: bytes) -> Photo:
    """Rotate a picture upright, reduce its size, and remove its metadata, such as the location.

    Raises ``Refused`` for a file that is not a picture, and for a picture that is too large.
    """
    from PIL import Image, ImageOps

    if len(data) > MAX_PHOTO_SIZE:
        raise Refused(f"The picture is larger than {MAX_PHOTO_SIZE >> 20} MB; send a smaller one.")
    try:
        with Image.open(BytesIO(data), formats=FORMATS) as found:
            if found.width * found.height > MAX_PIXELS:
                raise Refused("The picture has too many pixels; send a smaller one.")
            found.draft("RGB", (MAX_SIDE, MAX_SIDE))
            upright = ImageOps.exif_transpose(found).convert("RGB")
            upright.thumbnail((MAX_SIDE, MAX_SIDE))
            plain = Image.frombytes("RGB", upright.size, upright.tobytes())
    except Refused:
        raise
    except Exception as error:
        raise Refused("The picture cannot be read; send a JPEG, PNG, WebP or GIF.") from error
    for quality in QUALITIES:
        out = BytesIO()
        plain.save(out, "JPEG", quality=quality, optimize=True)
        if out.tell() <= TARGET_SIZE:
            break
    return Photo(plain.width, plain.height, out.getvalue())


def make_photo_from_jpeg(data: bytes) -> Photo:
    """Make a photo from the JPEG data of a stored photo. Raises ``ValueError`` for any
    other data.
    """
    from PIL import Image

    try:
        if len(data) > MAX_PHOTO_SIZE:
            raise ValueError
        with Image.open(BytesIO(data), formats=("JPEG",)) as found:
            return Photo(found.width, found.height, data)
    except Exception as error:
        raise ValueError("This is not a JPEG.") from error


def store_photo_once(store: Store, photo: Photo, *, author: str, at: int) -> str:
    """Store a photo unless it is already in the ledger, and return the photo's digest."""
    stream = _make_photo_stream_name(photo.digest)
    if not store.get_version(stream):
        body = msgspec.json.encode(photo, order="deterministic")
        event = NewEvent(PHOTO, 1, 1, 0, body)
        with suppress(WriteConflict):  # somebody else stored the same photo
            store.append_entry(
                NewEntry(stream, 0, [event], author=author, at=at, stream_kind=PHOTO)
            )
    return photo.digest


def load_photo(store: Store, digest: str) -> Photo | None:
    """Load the photo with the given digest, or return None if there is none. Raises
    ``BrokenLedger`` if it is damaged.
    """
    stream = _make_photo_stream_name(digest)
    if not DIGEST.fullmatch(digest) or not store.get_version(stream):
        return None
    return read_photo_stream(stream, store.read_events(stream))


def read_photo_stream(stream: str, events: Iterable[StoredEvent]) -> Photo:
    """Decode the photo of a stream.

    Raises ``BrokenLedger`` if the photo is damaged, or does not match the name of its stream.
    """
    first, *more = events
    try:
        photo = msgspec.json.decode(first.body, type=Photo)
    except msgspec.DecodeError as error:
        raise BrokenLedger(f"{stream} is not a picture.") from error
    if more or _make_photo_stream_name(photo.digest) != stream:
        text = f"{stream} does not match its name, so the picture was damaged or changed."
        raise BrokenLedger(text)
    return photo


def list_photo_digests(events: Iterable[RecordedEvent]) -> list[str]:
    """Return the digests of a match's photos in the order of their notes, each of them once."""
    notes = (line.event for line in events)
    found = (event.photo for event in notes if isinstance(event, ev.Noted))
    return [*dict.fromkeys(digest for digest in found if digest)]


def add_photo_note(
    game: Game, photo: Photo, text: str = "", *, about: ev.Version | None = None
) -> MatchEntry:
    """Store a photo, and add a note that refers to it. Raises the same errors as
    ``Game.add_note``.
    """
    writer, store = game.writer, game.journal.store
    with store.write_in_transaction():
        digest = store_photo_once(store, photo, author=writer.author, at=writer.clock())
        return game.add_note(text, about=about, photo=digest)


def find_photo_of_game(game: Game, digest: str) -> Photo | None:
    """Return the photo with the given digest if a note of the match refers to it, or None."""
    if digest not in list_photo_digests(game.history.lines):
        return None
    return load_photo(game.journal.store, digest)


def load_photos_by_note(game: Game) -> dict[ev.Version, Photo]:
    """Return the photos of a match, each under the version of the note that refers to it."""
    found = {}
    for line in game.history.path:
        if isinstance(line.event, ev.Noted) and line.event.photo:
            photo = load_photo(game.journal.store, line.event.photo)
            if photo is not None:
                found[line.version] = photo
    return found


def _make_photo_stream_name(digest: str) -> str:
    return f"{PHOTO}:{digest}"
