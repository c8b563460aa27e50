"""Computes a digest of all events of a match. The match's name in the ledger is not included."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from tracker.ledger.digest_chain import compute_event_digest, compute_genesis_digest
from tracker.projection.undo_history_tree import RecordedEvent
from tracker.vocabulary import events as ev
from tracker.vocabulary import match_event_codec
from tracker.vocabulary.ruleset_display_names import Words

SEED = compute_genesis_digest("record", "match")


def compute_match_digest(
    events: Iterable[RecordedEvent], *, include_times_and_authors: bool = True
) -> str:
    """Compute the SHA-256 of all events, chained as in the ledger, in hexadecimal.

    The words of the rules in the opening are excluded. A program with a different name for a phase
    can therefore still read the record. Fields that later versions added to events are also
    excluded. If ``include_times_and_authors`` is false, times and authors are excluded too.
    """
    found = SEED
    for line in events:
        event = line.event
        kind = match_event_codec.kind_of(event)
        body = replace(event, words=Words()) if isinstance(event, ev.MatchOpened) else event
        fields = (
            line.version,
            kind,
            1,
            line.entry,
            line.action,
            line.at if include_times_and_authors else 0,
            line.author if include_times_and_authors else "",
            match_event_codec.encode_as_first_version(body),
            event.to if isinstance(event, ev.Rewound) else None,
        )
        found = compute_event_digest(found, fields)
    return found.hex()
