"""The digest chain. Each digest covers the previous digest, so every changed row is detected.

A digest is SHA-256 over the stream's previous digest and every field of the event except its
position: six numbers and three lengths of fixed width, followed by kind, author and body. For the
first event, the previous digest is a digest of the stream's name and kind. This layout is part of
the file format.
"""

from __future__ import annotations

import struct
from collections.abc import Iterable, Sequence
from hashlib import sha256

from msgspec.structs import astuple

from tracker.ledger.ledger_check_reports import LedgerProblem
from tracker.ledger.ledger_errors import BrokenLedger, InvalidEntry
from tracker.ledger.store_interface import NewEntry, StoredEvent, StoredStream, StreamHead

EventFields = tuple[int, str, int, int, int, int, str, bytes, int | None]
"""The fields of an event that its digest covers, in order: all but position, stream and digest."""

ChainedRow = tuple[int, str, int, int, int, int, str, bytes, int | None, bytes]
"""The fields of ``EventFields``, followed by the event's digest."""

_NO_REWIND = -1
_NO_EVENT = AttributeError, TypeError, struct.error, UnicodeEncodeError
"""The errors that code raises for a damaged row whose values are impossible for an event."""

_numbers = struct.Struct(">6q3I").pack
_lengths = struct.Struct(">2I").pack


def compute_genesis_digest(stream: str, kind: str) -> bytes:
    """Compute the digest (32 bytes) that precedes a stream's first event."""
    name, word = stream.encode(), kind.encode()
    return sha256(b"warledger" + _lengths(len(name), len(word)) + name + word).digest()


def compute_event_digest(previous_digest: bytes, fields: EventFields) -> bytes:
    """Compute an event's digest (32 bytes) from its fields and the previous event's digest."""
    version, kind, schema, entry, action, recorded_at, author, body, rewinds_to = fields
    word, who = kind.encode(), author.encode()
    back = _NO_REWIND if rewinds_to is None else rewinds_to
    numbers = _numbers(
        version, schema, entry, action, recorded_at, back, len(word), len(who), len(body)
    )
    return sha256(previous_digest + numbers + word + who + body).digest()


def build_chained_rows(previous_digest: bytes, new_entry: NewEntry) -> list[ChainedRow]:
    """Build the rows of an entry that follows an event with the digest ``previous_digest``.

    Raises ``InvalidEntry`` for text that is not Unicode or a number of more than 64 bits.
    """
    rows: list[ChainedRow] = []
    entry, digest = new_entry.expected_version + 1, previous_digest
    author, at = new_entry.author, new_entry.at
    try:
        for version, new in enumerate(new_entry.events, entry):
            place = version, new.kind, new.schema, entry, new.action, at
            fields = *place, author, new.body, new.rewinds_to
            digest = compute_event_digest(digest, fields)
            rows.append((*fields, digest))
    except (UnicodeEncodeError, struct.error) as error:
        raise InvalidEntry(
            f"The entry contains a text or number that cannot be stored ({error}). Change"
            " this value."
        ) from error
    return rows


def compute_command_seal(command_id: str, last_event_digest: bytes) -> bytes:
    """Compute the seal (32 bytes) of a command's id from the digest of the command's last event."""
    return sha256(b"command" + last_event_digest + command_id.encode()).digest()


def verify_chain(
    head: StreamHead, after_version: int, previous_digest: bytes, rows: Sequence[ChainedRow]
) -> bytes:
    """Verify the rows after version ``after_version``, and return the last row's digest.

    Raises ``BrokenLedger`` at the first bad row.
    """
    stream, version = head.info.stream, after_version
    for row in rows:
        version += 1
        try:
            previous_digest = compute_event_digest(previous_digest, row[:-1])
        except _NO_EVENT as error:
            raise make_broken_stream_error(stream, f"version {version} was changed") from error
        if row[0] != version:
            raise make_broken_stream_error(stream, f"version {version} is missing")
        if previous_digest != row[-1]:
            raise make_broken_stream_error(
                stream, f"version {version} was changed, or does not follow the previous version"
            )
    of_head = head.info.version - after_version
    if 0 < of_head <= len(rows):
        require_matching_head_digest(head, head.info.version, rows[of_head - 1][-1])
    return previous_digest


def require_matching_head_digest(head: StreamHead, last_version: int, last_digest: bytes) -> None:
    """Raise ``BrokenLedger`` unless the last version and digest that were read match the head.

    Later versions are accepted, because others may have written since the head was read.
    """
    if last_version < head.info.version:
        what = f"the events end at version {last_version}, but {head.info.version} were written"
        raise make_broken_stream_error(head.info.stream, what)
    if last_version == head.info.version and last_digest != head.digest:
        raise make_broken_stream_error(
            head.info.stream, f"its row records a different event as version {last_version}"
        )


def make_broken_stream_error(stream: str, fault: str) -> BrokenLedger:
    return BrokenLedger(
        f"{stream} cannot be read: {fault}. To save the undamaged part, run: warledger salvage."
    )


def count_events_and_find_fault(
    head: StoredStream, head_digest: bytes, events: Iterable[StoredEvent]
) -> tuple[int, LedgerProblem | None]:
    """Count a stream's events up to its first fault, and return that fault or None.

    ``events`` must be all events of the stream. ``head_digest`` is the last event's digest
    according to the stream's row.
    """
    previous, version, position = compute_genesis_digest(head.stream, head.kind), 0, 0
    for event in events:
        what = ""
        if event.version != version + 1:
            what = f"version {version + 1} is missing"
        elif event.position <= position:
            what = f"version {event.version} comes before version {version}"
        elif not is_next_in_chain(previous, event):
            what = f"version {event.version} was changed, or does not follow version {version}"
        if what:
            return version + 1, LedgerProblem(
                head.stream, event.version, event.position, what + "."
            )
        previous, version, position = event.digest, event.version, event.position
    if version != head.version:
        what = f"the events end at version {version}, but {head.version} were written."
        return version, LedgerProblem(head.stream, min(version, head.version) + 1, None, what)
    if previous != head_digest:
        what = f"the stream's row records a different event as version {version}."
        return version, LedgerProblem(head.stream, version, position, what)
    return version, None


def is_next_in_chain(previous_digest: bytes, event: StoredEvent) -> bool:
    """Return whether an event is intact and follows the event with the given digest."""
    fields: EventFields = astuple(event)[2:-1]  # without position, stream and digest
    try:
        return compute_event_digest(previous_digest, fields) == event.digest
    except _NO_EVENT:  # a damaged row has values that no event can have
        return False
