"""A digest over all events of a match, independent of its name in the ledger."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from tracker.ledger.digest_chain import compute_event_digest, compute_genesis_digest
from tracker.projection.history_tree import RecordedEvent
from tracker.vocabulary import events as ev
from tracker.vocabulary import match_event_codec
from tracker.vocabulary.ruleset_display_names import Words

SEED = compute_genesis_digest("record", "match")


def compute_match_digest(lines: Iterable[RecordedEvent], *, timed: bool = True) -> str:
    """Compute a SHA-256 over all events, chained like the ledger, in hexadecimal digits.

    It leaves out the rules' words that the opening stores, so a program with another name for a
    phase can still read the record. It also leaves out later additions to the forms of events.
    Without ``timed``, it leaves out times and authors, too.
    """
    found = SEED
    for line in lines:
        event = line.event
        kind = match_event_codec.kind_of(event)
        body = replace(event, words=Words()) if isinstance(event, ev.MatchOpened) else event
        fields = (
            line.version,
            kind,
            1,
            line.entry,
            line.action,
            line.at if timed else 0,
            line.author if timed else "",
            match_event_codec.encode_original_form(body),
            event.to if isinstance(event, ev.Rewound) else None,
        )
        found = compute_event_digest(found, fields)
    return found.hex()
