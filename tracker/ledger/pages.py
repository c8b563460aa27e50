"""Many events of a stream at once, column by column: how a stream is told, and how it is packed.

A packed page is a disposable copy of events that stand in the ledger, one row each, for ever. It is
sealed with SHA-256 over the digest of its last event and its own bytes, so a copy that was spoilt,
or that is of another history, is never taken for one.
"""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256
from itertools import chain

import msgspec

from tracker.ledger.errors import BrokenLedger

PAGE_EVENTS = 500
"""Events fetched at once: a reader holds no more, and keeps no statement open between."""

Row = tuple[int, str, int, int, int, int, str, bytes]
"""An event to those who only read it: version, kind, schema, entry, action, time, author, body."""


class Page(msgspec.Struct, frozen=True, array_like=True):
    """Events of a stream that follow one another, from version ``first`` on.

    ``kinds`` lists the kinds and schemas that occur, ``bodies`` for each of them a JSON array of
    the bodies in their order; ``places`` says for each event which of all those bodies is its own.
    """

    first: int
    entries: list[int]
    actions: list[int]
    times: list[int]
    authors: list[str]
    places: list[int]
    kinds: list[tuple[str, int]]
    bodies: list[bytes]

    @property
    def last(self) -> int:
        """The version of its last event."""
        return self.first + len(self.entries) - 1


def page_of(stream: str, first: int, rows: Sequence[Row]) -> Page:
    """A page of these rows, of which there is at least one.

    Raises ``BrokenLedger`` unless they are the versions from ``first`` on, without a gap.
    """
    versions, kinds, schemas, entries, actions, times, authors, bodies = zip(*rows, strict=True)
    if versions[0] != first or versions[-1] != first + len(rows) - 1:
        raise BrokenLedger(
            f"Events of {stream} are missing behind version {first - 1}; keep the ledger, verify"
            " it, and go on with a copy from a backup."
        )
    of_kind: dict[tuple[str, int], list[int]] = {}
    for index, kind in enumerate(zip(kinds, schemas, strict=True)):
        of_kind.setdefault(kind, []).append(index)
    places = [0] * len(rows)
    for place, index in enumerate(chain.from_iterable(of_kind.values())):
        places[index] = place
    return Page(
        first,
        list(entries),
        list(actions),
        list(times),
        list(authors),
        places,
        list(of_kind),
        [b"[" + b",".join([bodies[i] for i in some]) + b"]" for some in of_kind.values()],
    )


_FORM = b"page 2"
"""What a page looks like; pages of another form are not believed."""

_encode = msgspec.msgpack.Encoder().encode
_decode = msgspec.msgpack.Decoder(Page).decode


def packed(page: Page) -> bytes:
    """The bytes in which a page is kept; equal pages have equal bytes."""
    return _encode(page)


def seal(digest: bytes, data: bytes) -> bytes:
    """The seal (32 bytes) of a packed page whose last event has this digest."""
    return sha256(_FORM + digest + data).digest()


def unpacked(first: int, last: int, digest: bytes, sealed: bytes, data: bytes) -> Page | None:
    """The page of these versions, or None if what was kept is not to be believed."""
    if seal(digest, data) != sealed:
        return None
    try:
        page = _decode(data)
    except msgspec.MsgspecError:
        return None
    return page if (page.first, page.last) == (first, last) else None
