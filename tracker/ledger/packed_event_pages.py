"""Pages of many events, stored column by column for fast loading.

A packed page is a disposable copy of events whose rows always stay in the ledger. It is sealed with
SHA-256 over the digest of its last event and its own bytes, so a damaged or foreign copy is never
accepted.
"""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256
from itertools import groupby

import msgspec
from msgspec.structs import replace

PAGE_EVENTS = 500
"""The number of events fetched at once. No statement stays open between fetches."""

Row = tuple[int, str, int, int, int, int, str, bytes, *tuple[object, ...]]
"""An event for readers: version, kind, schema, entry, action, time, author, body, and columns that
only the ledger needs.
"""


class EventPage(msgspec.Struct, frozen=True, array_like=True):
    """Consecutive events of a stream, from version ``first`` on.

    ``authors`` lists their authors, with the number of consecutive events of each. ``kinds`` lists
    the kinds and schemas, ``bodies`` has for each an array of its distinct bodies, in JSON or
    (``packed``) in MessagePack; ``places`` has for each event the index of its body among all of
    these.
    """

    first: int
    entries: list[int]
    actions: list[int]
    times: list[int]
    authors: list[tuple[str, int]]
    places: list[int]
    kinds: list[tuple[str, int]]
    bodies: list[bytes]
    packed: bool = False

    @property
    def last(self) -> int:
        """The version of the last event on the page."""
        return self.first + len(self.entries) - 1


def build_event_page(first: int, rows: Sequence[Row]) -> EventPage:
    """Build a page of these rows (at least one), with the versions from ``first`` on."""
    _, kinds, schemas, entries, actions, times, authors, bodies, *_ = zip(*rows, strict=True)
    forms = list(zip(kinds, schemas, strict=True))
    of_form: dict[tuple[str, int], dict[bytes, int]] = {form: {} for form in forms}
    ranks: list[int] = []
    for form, body in zip(forms, bodies, strict=True):
        known = of_form[form]
        ranks.append(known.setdefault(body, len(known)))
    before: dict[tuple[str, int], int] = {}
    found = 0
    for form, known in of_form.items():
        before[form] = found
        found += len(known)
    return EventPage(
        first,
        list(entries),
        list(actions),
        list(times),
        [(author, len(list(some))) for author, some in groupby(authors)],
        [before[form] + rank for form, rank in zip(forms, ranks, strict=True)],
        list(of_form),
        [b"[" + b",".join(known) + b"]" for known in of_form.values()],
    )


_FORM = b"page 3"
"""The format of a page. Pages of another format are not accepted."""

_encode = msgspec.msgpack.Encoder().encode
_decode = msgspec.msgpack.Decoder(EventPage).decode


def pack_page(page: EventPage) -> bytes:
    """Encode a page. Equal pages give equal bytes.

    Bodies that are not JSON, or that MessagePack cannot hold, stay as they are.
    """
    try:
        bodies = [_encode(msgspec.json.decode(some)) for some in page.bodies]
    except (msgspec.MsgspecError, OverflowError, RecursionError):
        return _encode(page)
    return _encode(replace(page, bodies=bodies, packed=True))


def compute_page_seal(digest: bytes, data: bytes) -> bytes:
    """Compute the seal (32 bytes) of a packed page whose last event has this digest."""
    return sha256(_FORM + digest + data).digest()


def unpack_page(
    first: int, last: int, digest: bytes, sealed: bytes, data: bytes
) -> EventPage | None:
    """Decode the page of these versions, or return None if the stored one is not valid."""
    if compute_page_seal(digest, data) != sealed:
        return None
    try:
        page = _decode(data)
    except msgspec.MsgspecError:
        return None
    return page if (page.first, page.last) == (first, last) else None
