"""Anchors: short codes that people keep elsewhere, and that later prove that events are unchanged.

A valid chain does not prove that its rows are original. Somebody could rebuild the chain or cut off
its end. Nobody can change a code that other people keep. The code begins with the number of events.
Then come 75 bits of SHA-256 over the digests after these events, of all streams or of one. The last
letter is a check letter, which reveals typing errors.
"""

from __future__ import annotations

import re
from hashlib import sha256

import msgspec

from tracker.ledger.ledger_errors import LedgerError
from tracker.ledger.store_interface import Store
from tracker.vocabulary.count_wording import format_count

_LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
_LOOKALIKES = str.maketrans("OIL", "011")
_MARK_LETTERS, _GROUP = 15, 4
_SYNTAX = r"(?ai)(?:([a-z]\w*)\.)?(\d{1,18})(?!\d+[-\s])((?:[-\s]*[0-9a-z]){16})"
"""The syntax of an anchor. The number ends at the separator before the letters."""


class HistoryAnchor(msgspec.Struct, frozen=True):
    """An anchor for the first ``at`` events of a ledger, or of one ``stream``."""

    stream: str
    at: int
    mark: str

    def __str__(self) -> str:
        letters = self.mark + _compute_check_letter(self.stream, self.at, self.mark)
        groups = [letters[i : i + _GROUP] for i in range(0, len(letters), _GROUP)]
        return "-".join([f"{self.stream}.{self.at}" if self.stream else str(self.at), *groups])


def parse_history_anchor(text: str) -> HistoryAnchor:
    """Parse a typed anchor. Raises ``LedgerError`` for a typing error."""
    found = re.fullmatch(_SYNTAX, text.strip())
    if found is None:
        raise LedgerError(
            f"{text!r} is not a valid anchor. An anchor looks like 188-4F7K-0M3X-9TQA-RB2C. To"
            " see it, run: warledger verify."
        )
    stream, at, rest = (found[1] or "").lower(), int(found[2]), found[3].upper()
    letters = re.sub(r"[-\s]", "", rest).translate(_LOOKALIKES)
    if letters[-1] != _compute_check_letter(stream, at, letters[:-1]):
        raise LedgerError(f"{text!r} contains a mistake. Check the anchor again.")
    return HistoryAnchor(stream, at, letters[:-1])


def make_history_anchor(
    store: Store, stream: str = "", event_count: int | None = None
) -> HistoryAnchor:
    """Make the anchor of a ledger or of one stream, now or as it was after ``event_count`` events.

    Raises ``LedgerError`` if there are fewer events than ``event_count``.
    """
    if stream:
        version = store.get_version(stream) if event_count is None else event_count
        digests = [event.digest for event in store.read_events(stream, version - 1, version)]
        reached = version if digests else 0
    else:
        heads = store.list_stream_heads(event_count)
        digests = [head.digest for head in heads]
        reached = sum(head.info.version for head in heads)
    if event_count is not None and reached != event_count:
        total = store.get_version(stream) if stream else reached
        raise LedgerError(
            f"{stream or 'the ledger'} has only {format_count(total, 'event')}, not {event_count}:"
            " it is older than the anchor, or its last events are missing."
        )
    number = int.from_bytes(sha256(b"anchor" + b"".join(sorted(digests))).digest(), "big")
    letters = "".join(_LETTERS[number >> 5 * i & 31] for i in range(_MARK_LETTERS))
    return HistoryAnchor(stream, reached, letters)


def explain_anchor_mismatch(store: Store, anchor: HistoryAnchor) -> str:
    """Explain why an anchor does not match the ledger, or return "" if it matches."""
    try:
        found = make_history_anchor(store, anchor.stream, anchor.at)
    except LedgerError as error:
        return error.message
    if found == anchor:
        return ""
    whose = anchor.stream or "the ledger"
    return (
        f"the first {anchor.at} events of {whose} do not match the anchor: the two histories"
        " differ."
    )


def _compute_check_letter(stream: str, at: int, mark: str) -> str:
    return _LETTERS[sha256(f"{stream}.{at}.{mark}".encode()).digest()[0] & 31]
