"""Pages of many events, stored column by column for fast loading.

A packed page is a disposable copy of events. The original rows always stay in the ledger. A page
has a *seal*: SHA-256 over its last event's digest and its own bytes. A damaged or foreign page is
therefore rejected.
"""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256
from itertools import groupby

import msgspec
from msgspec.structs import replace

PAGE_EVENTS = 500
"""The number of events per query. No statement stays open between queries."""

Row = tuple[int, str, int, int, int, int, str, bytes, *tuple[object, ...]]
"""An event as stores return it: its fields up to the body, then columns that only ledgers need."""


class EventPage(msgspec.Struct, frozen=True, array_like=True):
    """Consecutive events of a stream, beginning with version ``first``.

    ``authors`` lists each author of consecutive events, with the number of these events. ``kinds``
    lists the kinds and schemas. For each of these, ``bodies`` has an array of the distinct bodies,
    as JSON or, if ``packed`` is true, as MessagePack. ``places`` has the index of each event's
    body.
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
    def last_version(self) -> int:
        return self.first + len(self.entries) - 1


def pack_rows_into_event_page(first_version: int, rows: Sequence[Row]) -> EventPage:
    """Build a page from at least one row. ``first_version`` is the version of the first row."""
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
        first_version,
        list(entries),
        list(actions),
        list(times),
        [(author, len(list(some))) for author, some in groupby(authors)],
        [before[form] + rank for form, rank in zip(forms, ranks, strict=True)],
        list(of_form),
        [b"[" + b",".join(known) + b"]" for known in of_form.values()],
    )


_FORM = b"page 3"
"""The format of a page. Pages in any other format are rejected."""

_encode = msgspec.msgpack.Encoder().encode


def pack_page(page: EventPage) -> bytes:
    """Encode a page. Equal pages give equal bytes.

    If a body is not JSON, or if MessagePack cannot store it, the bodies are stored unconverted.
    """
    try:
        bodies = [_encode(msgspec.json.decode(some)) for some in page.bodies]
    except (msgspec.MsgspecError, OverflowError, RecursionError):
        return _encode(page)
    return _encode(replace(page, bodies=bodies, packed=True))


def compute_page_seal(last_event_digest: bytes, data: bytes) -> bytes:
    """Compute the seal (32 bytes) of a packed page from the digest of its last event."""
    return sha256(_FORM + last_event_digest + data).digest()


def unpack_page(
    first_version: int, last_version: int, last_event_digest: bytes, seal: bytes, data: bytes
) -> EventPage | None:
    """Decode the page with the given versions, or return None if the page is invalid."""
    if compute_page_seal(last_event_digest, data) != seal:
        return None
    try:
        page = msgspec.msgpack.decode(data, type=EventPage)
    except msgspec.MsgspecError:
        return None
    return page if (page.first, page.last_version) == (first_version, last_version) else None
