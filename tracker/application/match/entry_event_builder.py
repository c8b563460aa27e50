"""Builds an entry's events in stored form from an input and its consequences."""

from __future__ import annotations

from tracker.ledger.store_interface import NewEvent
from tracker.projection.history_tree import RecordedEvent
from tracker.vocabulary import events as ev
from tracker.vocabulary import match_event_codec

BY_HAND = "set right at the table"
LEFT_UNDONE = "left undone"
SKIPPED = "phase skipped"
"""The reason for closing an action so that another can follow begins or ends with this text."""


def closes_action_without_outcome(event: ev.Corrected) -> bool:
    """Whether an action was closed by hand, without an outcome, to let another action follow."""
    reason = event.reason
    makes_way = reason.startswith(LEFT_UNDONE) or reason.endswith(SKIPPED)
    return event.closes and not event.facts and makes_way


def encode_event(recorded: RecordedEvent) -> NewEvent:
    kind = match_event_codec.kind_of(recorded.event)
    return NewEvent(
        kind=kind,
        schema=match_event_codec.SCHEMAS[kind],
        entry=recorded.entry,
        action=recorded.action,
        body=match_event_codec.encode(recorded.event),
        rewinds_to=recorded.event.to if isinstance(recorded.event, ev.Rewound) else None,
    )
