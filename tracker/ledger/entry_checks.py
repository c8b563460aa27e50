"""The checks that every store makes before it writes an entry."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from tracker.ledger.digest_chain import compute_genesis_digest
from tracker.ledger.ledger_errors import (
    BrokenLedger,
    InvalidEntry,
    InvalidRewind,
    UnknownStream,
    WriteConflict,
)
from tracker.ledger.store_interface import NewEntry
from tracker.ledger.stream_summary import StreamSummary

MAX_ID_LENGTH = 200


class CachedStreamHead(msgspec.Struct, gc=False):
    id: int
    kind: str
    version: int
    digest: bytes


def require_valid_entry(new_entry: NewEntry) -> None:
    """Raise ``InvalidEntry`` or ``InvalidRewind`` unless the events are one valid entry."""
    stream, events = new_entry.stream, new_entry.events
    expected_version, at = new_entry.expected_version, new_entry.at
    if not stream or not events or expected_version < 0 or at < 0:
        raise InvalidEntry(
            "An entry needs the name of its stream, a version from 0, a time since 1970 and at"
            f" least one event, not {stream!r}, {expected_version}, {at} and {len(events)} events."
        )
    entry = version = expected_version + 1
    for event in events:
        if event.entry != entry or not 0 <= event.action <= version:
            raise InvalidEntry(
                f"Event {version} of {stream} names entry {event.entry} and action {event.action};"
                f" it must name entry {entry} and an action from 0 to {version}."
            )
        if event.schema < 1 or not event.kind:
            raise InvalidEntry(
                f"Event {version} of {stream} needs a kind and a schema number of at least 1."
            )
        if event.rewinds_to is not None:
            _require_rewind_below_head(stream, expected_version, event.rewinds_to, len(events))
        version += 1


def _require_rewind_below_head(stream: str, expected: int, target: int, events: int) -> None:
    """Raise ``InvalidRewind`` unless a rewind is a single event with a target below the head."""
    if events != 1:
        raise InvalidRewind(f"A rewind of {stream} must be an entry of its own. Append it alone.")
    if not 0 <= target < expected:
        raise InvalidRewind(
            f"{stream} is at version {expected} and cannot go back to version {target}. Give "
            "a version below the head."
        )


def require_valid_rewind_target(
    stream: str, target: int, target_is_rewind: bool, next_entry: int
) -> None:
    """Raise ``InvalidRewind`` unless version ``target`` ends an entry and is not a rewind."""
    if target_is_rewind:
        raise InvalidRewind(
            f"Version {target} of {stream} is a rewind itself. Give the version that it"
            " returned to."
        )
    if next_entry != target + 1:
        raise InvalidRewind(
            f"Version {target} of {stream} is inside the entry that began with version "
            f"{next_entry}. Give the last version of an entry."
        )


def require_entry_and_summary_of_kind(entry: NewEntry, kind: str) -> None:
    """Raise ``InvalidEntry`` unless an entry and its summary fit a stream of the given kind."""
    stream, expected_kind = entry.stream, entry.stream_kind
    if expected_kind is not None and expected_kind != kind:
        raise InvalidEntry(f"{stream} is a {kind}, not a {expected_kind}. Give the correct kind.")
    require_matching_summary(
        stream, kind, entry.expected_version + len(entry.events), entry.summary
    )


def require_matching_summary(
    stream: str, kind: str, version: int, summary: StreamSummary | None
) -> None:
    """Raise ``InvalidEntry`` unless a summary belongs to the given stream and version."""
    if summary is None:
        return
    if summary.version != version or summary.stream != stream or summary.kind != kind:
        raise InvalidEntry(
            f"The summary describes the {summary.kind} {summary.stream} at version"
            f" {summary.version}, not the {kind} {stream} at version {version}."
        )


def build_head_at_expected_version(entry: NewEntry, row: Sequence[Any] | None) -> CachedStreamHead:
    """Build the head that an entry follows, from the stream's ``row`` or for a new stream.

    Raises ``WriteConflict`` if the stream is at another version. Without a row, raises
    ``UnknownStream`` if the stream should exist, and ``InvalidEntry`` if the entry gives no kind.
    """
    if row is not None:
        if row[2] != entry.expected_version:
            raise WriteConflict(entry.stream, entry.expected_version, row[2])
        return CachedStreamHead(*row)
    if entry.expected_version:
        raise UnknownStream(entry.stream)
    if not entry.stream_kind:
        raise InvalidEntry(f"{entry.stream} is new. Give the kind of stream.")
    digest = compute_genesis_digest(entry.stream, entry.stream_kind)
    return CachedStreamHead(0, entry.stream_kind, 0, digest)


def require_valid_command_id(command_id: str) -> None:
    """Raise ``InvalidEntry`` unless a command's id is valid or empty."""
    if len(command_id) > MAX_ID_LENGTH or not (
        command_id.isprintable() and command_id == command_id.strip()
    ):
        raise InvalidEntry(
            f"The id of a command can have at most {MAX_ID_LENGTH} printable characters, with "
            "no space at either end. Give another id."
        )


def make_not_saved_error(stream: str) -> BrokenLedger:
    """Make the error for an entry that the database did not accept completely."""
    return BrokenLedger(
        f"The entry for {stream} could not be saved: the ledger was altered outside Warledger. "
        "Nothing was written. Run: warledger verify."
    )
