"""From an input and what followed to the lines of an entry, and to what the ledger keeps."""

from __future__ import annotations

from collections.abc import Sequence

from tracker.ledger.store_interface import NewEvent
from tracker.procedures.runners.live_table_runner import Followed
from tracker.projection.history_tree import RecordedEvent
from tracker.vocabulary import events as ev
from tracker.vocabulary import match_event_codec
from tracker.vocabulary.events import Version

BY_HAND = "set right at the table"
"""The reason of what is set right where nobody gave another."""
LEFT_UNDONE = "left undone"
SKIPPED = "phase skipped"
"""How the reasons of what is closed by hand begin and end where it makes way for something."""


def is_closed_without_outcome(event: ev.Corrected) -> bool:
    """Whether an action was closed by hand with nothing said of how it came out."""
    reason = event.reason
    makes_way = reason.startswith(LEFT_UNDONE) or reason.endswith(SKIPPED)
    return event.closes and not event.facts and makes_way


def build_entry_events(
    event: ev.AnyInput,
    followed: Sequence[Followed],
    *,
    version: Version,
    action: Version,
    at: int,
    author: str,
) -> list[RecordedEvent]:
    """The lines of an entry that begins at ``version``; ``action`` is that of the input."""
    return [
        RecordedEvent(version, version, action, event, at, author),
        *(
            RecordedEvent(version + i, version, belongs, fact, at, author)
            for i, (fact, belongs) in enumerate(followed, start=1)
        ),
    ]


def encode_event(line: RecordedEvent) -> NewEvent:
    kind = match_event_codec.kind_of(line.event)
    return NewEvent(
        kind=kind,
        schema=match_event_codec.SCHEMAS[kind],
        entry=line.entry,
        action=line.action,
        body=match_event_codec.encode(line.event),
        rewinds_to=line.event.to if isinstance(line.event, ev.Rewound) else None,
    )
