"""One digest over all events of a match, whatever it is called in the ledger where it lies."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from tracker.ledger.digest_chain import compute_event_digest, compute_genesis_digest
from tracker.projection.history_tree import RecordedEvent
from tracker.vocabulary import events as ev
from tracker.vocabulary import match_event_codec
from tracker.vocabulary.ruleset_display_names import Words

SEED = compute_genesis_digest("record", "match")


def compute_digest(lines: Iterable[RecordedEvent], *, timed: bool = True) -> str:
    """SHA-256 over every event after the other, as the ledger chains them, in hexadecimal digits.

    The words of the rules that are copied into the opening are left out: a program in which a
    phase is called otherwise can still read the record; so are what later programs added to the
    forms of events. Without ``timed``, times and authors are
    left out, too.
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
