"""What is hidden from a side, as a screen that both sides see may tell it: that it is there.

Secret is what was hidden and never revealed: what it says (the value of a marker), and what people
said to put it there. Taken off, replaced or taken back, it stays secret until its phase is over.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from tracker.projection.history import RecordedEvent
from tracker.projection.state import MarkerKey, State
from tracker.vocabulary import events as ev
from tracker.vocabulary.events import Version
from tracker.vocabulary.names import SideId

UNTOLD = ""
"""The name of an action that says what is secret: by its own name alone it would tell."""


def find_hidden(state: State) -> frozenset[MarkerKey]:
    """The markers that are hidden from somebody."""
    return frozenset(key for key, marker in state.markers.items() if marker.hidden_from)


def hide_secrets(state: State, side: SideId | None = None) -> State:
    """A state as all may see it, or as one side does: itself, or a copy in which what is hidden
    says nothing, and what is hidden from others alone says what it is.
    """
    secret = find_hidden(state)
    if not secret:
        return state
    seen = state.fork()
    for key in secret:
        marker = seen.markers[key]
        own = side is not None and side not in marker.hidden_from
        told = replace(marker, hidden_from=()) if own else replace(marker, value=True)
        seen.markers[key] = told
    return seen


def without_hidden(state: State) -> State:
    """A state as all may see it, in which nothing lies face down: it can be played on."""
    seen = state.fork()
    for key in find_hidden(state):
        del seen.markers[key]
    return seen


Moment = tuple[int, str]
"""A turn and a phase of it."""
Secrets = Mapping[Version, set[MarkerKey]]
"""Entries, by their versions, with the markers in them whose value is secret."""


class _Hidden:
    """What was said face down and is not revealed yet, as lines go by."""

    def __init__(self) -> None:
        self.now: Moment = (0, "")
        self.moments = [self.now]  # by version
        self.said: dict[tuple[MarkerKey, Version], Moment] = {}  # when it was said or taken off
        self.over: set[tuple[MarkerKey, Version]] = set()

    def take(self, line: RecordedEvent) -> None:
        match line.event:
            case ev.MarkerSet(hidden_from=hidden) as fact if hidden:
                for subject in fact.subjects:
                    self.said[(subject, fact.marker), line.entry] = self.now
            case ev.MarkerSet() | ev.MarkerCleared() as fact:
                self._take_off(fact)
            case ev.Revealed() as fact:
                self._forget(fact)
            case ev.TurnBegan(turn=turn):
                self._end((turn, ""))
            case ev.PhaseBegan(phase=phase) if phase != self.now[1]:
                self._end((self.now[0], phase))
            case ev.MatchEnded():
                self.over = set(self.said)
            case ev.Rewound(to=to):
                self.now = self.moments[to]
        self.moments.append(self.now)

    def _of(self, fact: ev.MarkerSet | ev.MarkerCleared | ev.Revealed) -> list[Any]:
        keys = {(subject, fact.marker) for subject in fact.subjects}
        return [one for one in self.said if one[0] in keys] if self.said else []

    def _take_off(self, fact: ev.MarkerSet | ev.MarkerCleared) -> None:
        """Taken off in the same turn it is no more known than it was, until the phase is over."""
        for one in self._of(fact):
            if self.said[one][0] == self.now[0]:
                self.said[one] = self.now
                self.over.discard(one)

    def _forget(self, fact: ev.Revealed) -> None:
        for one in self._of(fact):
            del self.said[one]
            self.over.discard(one)

    def _end(self, then: Moment) -> None:
        self.over.update(one for one, moment in self.said.items() if moment == self.now)
        self.now = then


def find_secrets(lines: Sequence[RecordedEvent], state: State) -> Secrets:
    """What these lines say face down and nobody may know: never revealed, and hidden now in the
    state after them, or taken off, replaced or taken back in a phase that is not over.
    """
    found, still, secret = _Hidden(), find_hidden(state), dict[Version, set[MarkerKey]]()
    for line in lines:
        found.take(line)
    for key, entry in found.said:
        if key in still or (key, entry) not in found.over:
            secret.setdefault(entry, set()).add(key)
    return secret


def cover_lines(lines: Sequence[RecordedEvent], secret: Secrets) -> list[RecordedEvent]:
    """The lines with nothing in them that is secret."""
    return [
        replace(line, event=_covered(line.event, secret[line.entry]))
        if line.entry in secret
        else line
        for line in lines
    ]


def _is_secret(fact: ev.MarkerSet, secret: set[MarkerKey]) -> bool:
    return bool(fact.hidden_from) and any((one, fact.marker) in secret for one in fact.subjects)


def _covered(event: Any, secret: set[MarkerKey]) -> Any:
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
