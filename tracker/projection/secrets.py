"""What is hidden from a side, as a screen that both sides see may tell it: that it is there.

Secret is what lies hidden now, or was hidden in lines that are taken back: what it says (the value
of a marker), and what people said to put it there. Revealed or taken off, it is no secret any more.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from tracker.projection.history import RecordedEvent
from tracker.projection.state import MarkerKey, State
from tracker.vocabulary import events as ev
from tracker.vocabulary.events import Version

UNTOLD = ""
"""The name of an action that says what is secret: by its own name alone it would tell."""


def hidden(state: State) -> frozenset[MarkerKey]:
    """The markers that are hidden from somebody."""
    return frozenset(key for key, marker in state.markers.items() if marker.hidden_from)


def as_seen(state: State) -> State:
    """A state as all may see it: itself, or a copy in which what is hidden says nothing."""
    secret = hidden(state)
    if not secret:
        return state
    seen = state.fork()
    for key in secret:
        seen.markers[key] = replace(seen.markers[key], value=True)
    return seen


def taken_back(
    lines: Sequence[RecordedEvent], path: Sequence[RecordedEvent]
) -> frozenset[MarkerKey]:
    """The markers that were hidden in lines that no longer count, and never turned over since."""
    if len(lines) == len(path):
        return frozenset()
    counts, found = {line.version for line in path}, set[MarkerKey]()
    for line in lines:
        match line.event:
            case ev.Revealed(marker=marker) | ev.MarkerCleared(marker=marker):
                found = {key for key in found if key[1] != marker}
            case ev.MarkerSet(marker=marker, hidden_from=hidden) if hidden:
                gone = () if line.version in counts else line.event.subjects
                found |= {(subject, marker) for subject in gone}
    return frozenset(found)


def covered(lines: Sequence[RecordedEvent], secret: frozenset[MarkerKey]) -> list[RecordedEvent]:
    """The lines with nothing in them that these secret markers say."""
    still, entries = set(secret), set[Version]()
    for line in reversed(lines):
        event = line.event
        if isinstance(event, ev.Revealed):
            still -= {(subject, event.marker) for subject in event.subjects}
        elif isinstance(event, ev.MarkerSet) and _is_secret(event, still):
            entries.add(line.entry)
    return [
        replace(line, event=_covered(line.event, secret)) if line.entry in entries else line
        for line in lines
    ]


def _is_secret(fact: ev.MarkerSet, secret: set[MarkerKey] | frozenset[MarkerKey]) -> bool:
    return bool(fact.hidden_from) and any((one, fact.marker) in secret for one in fact.subjects)


def _covered(event: Any, secret: frozenset[MarkerKey]) -> Any:
    match event:
        case ev.MarkerSet() if _is_secret(event, secret):
            return replace(event, value=True)
        case ev.ActionTaken():
            return replace(event, action=UNTOLD, params={}, overrides=())
        case ev.Chosen():
            return replace(event, value=None)
        case ev.Corrected(facts=facts):
            return replace(event, facts=tuple(_covered(fact, secret) for fact in facts))
    return event
