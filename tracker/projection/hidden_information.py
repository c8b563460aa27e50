"""Hidden information. Screens that both sides can see do not show its content.

The value of a hidden marker is secret until it is revealed, and so is the input that set the
marker. A hidden marker that is removed, replaced or undone stays secret until the end of its phase.
If the line that revealed a marker is undone, the marker is secret again, and the undone line does
not show it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence, Set
from itertools import islice, takewhile
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from tracker.projection.match_state import MarkerKey, State
from tracker.projection.undo_history_tree import RecordedEvent, build_history_tree
from tracker.vocabulary import events as ev
from tracker.vocabulary.events import Version
from tracker.vocabulary.subject_ids import SideId, Subject

SECRET_ACTION = ""
"""The name shown for a secret action. Its own name would reveal it."""


def find_hidden_markers(state: State) -> frozenset[MarkerKey]:
    """Find the markers that are hidden from at least one side."""
    return frozenset(key for key, marker in state.markers.items() if marker.hidden_from)


def hide_secret_marker_values(state: State, viewer: SideId | None = None) -> State:
    """Return the state that ``viewer`` (by default, everybody) may see.

    If nothing is hidden, the same object is returned. Otherwise, the result is a copy in which
    markers that are hidden from the viewer have no value.
    """
    secret = find_hidden_markers(state)
    if not secret:
        return state
    seen = state.fork_state()
    for key in secret:
        marker = seen.markers[key]
        own = viewer is not None and viewer not in marker.hidden_from
        told = replace(marker, hidden_from=()) if own else replace(marker, value=True)
        seen.markers[key] = told
    return seen


def copy_without_hidden_markers(state: State) -> State:
    """Return a copy of the state without hidden markers, for simulations."""
    seen = state.fork_state()
    for key in find_hidden_markers(state):
        del seen.markers[key]
    return seen


Moment = tuple[int, str]
_Setting = tuple[MarkerKey, Version]
"""A hidden marker, and the entry that set it."""
SecretsByVersion = Mapping[Version, set[MarkerKey]]


class _Situation(Struct, frozen=True):
    """The phase that a branch has reached, the revealed markers, and whether the match is over."""

    now: Moment = (0, "")
    revealed: frozenset[_Setting] = frozenset()
    ended: bool = False


class _Secrets:
    """A collection of a history's hidden markers, and of those that have been revealed."""

    def __init__(self) -> None:
        self.moments: dict[_Setting, set[Moment]] = {}  # when it was set or removed
        self.revealed_by: dict[
            Version, set[_Setting]
        ] = {}  # keyed by the entry that reveals or removes the marker
        self.here = _Situation()
        self.situations = [self.here]  # by version

    def apply_event(self, line: RecordedEvent) -> None:
        here = self.here
        match line.event:
            case ev.MarkerSet(hidden_from=hidden) as fact if hidden:
                for subject in fact.subjects:
                    self.moments[(subject, fact.marker), line.entry] = {here.now}
            case ev.MarkerSet() | ev.MarkerCleared() as fact:
                self._record_removal(fact, line.entry)
            case ev.Revealed() as fact:
                known = self._list_settings(fact)
                self.revealed_by.setdefault(line.entry, set()).update(known)
                self.here = replace(here, revealed=here.revealed.union(known))
            case ev.TurnBegan(turn=turn):
                self.here = replace(here, now=(turn, ""))
            case ev.PhaseBegan(phase=phase):
                self.here = replace(here, now=(here.now[0], phase))
            case ev.MatchEnded():
                self.here = replace(here, ended=True)
            case ev.Rewound(to=to):
                self.here = self.situations[to]
        self.situations.append(self.here)

    def _list_settings(self, fact: ev.MarkerSet | ev.MarkerCleared | ev.Revealed) -> list[_Setting]:
        keys = {(subject, fact.marker) for subject in fact.subjects}
        return [one for one in self.moments if one[0] in keys] if self.moments else []

    def _record_removal(self, fact: ev.MarkerSet | ev.MarkerCleared, entry: Version) -> None:
        """Record the removal of markers.

        Markers that were set in this turn stay secret in this phase.
        """
        now = self.here.now
        for one in self._list_settings(fact):
            self.revealed_by.setdefault(entry, set()).add(one)
            if any(turn == now[0] for turn, _ in self.moments[one]):
                self.moments[one].add(now)

    def is_secret(self, setting: _Setting, hidden_markers: frozenset[MarkerKey]) -> bool:
        here = self.here
        waits = setting[0] in hidden_markers or (
            here.now in self.moments[setting] and not here.ended
        )
        return waits and setting not in here.revealed


def find_secret_inputs(events: Sequence[RecordedEvent], state: State) -> SecretsByVersion:
    """Find the inputs that must stay secret because they set hidden markers.

    An input is secret if the current branch has not revealed its markers, and if these are still
    hidden, or were removed, replaced or undone in a phase that is not over. If an undone line
    revealed such a marker, all markers that this line set on the same bearers are secret too.
    """
    found, still, secret = _Secrets(), find_hidden_markers(state), dict[Version, set[MarkerKey]]()
    for line in events:
        found.apply_event(line)
    for one in found.moments:
        if found.is_secret(one, still):
            key, entry = one
            secret.setdefault(entry, set()).add(key)
    if secret and found.revealed_by:
        here = set(build_history_tree(events).list_path_versions())
        for entry, ones in found.revealed_by.items():
            who = {one[0][0] for one in ones if found.is_secret(one, still)}
            if who and entry not in here:
                secret.setdefault(entry, set()).update(
                    _list_markers_set_by_entry(who, events, entry)
                )
    return secret


def _list_markers_set_by_entry(
    who: Set[Subject], lines: Sequence[RecordedEvent], entry: Version
) -> Iterator[MarkerKey]:
    for line in takewhile(lambda one: one.entry == entry, islice(lines, entry - 1, None)):
        if isinstance(line.event, ev.MarkerSet):
            yield from ((one, line.event.marker) for one in line.event.subjects if one in who)


def redact_secret_events(
    events: Sequence[RecordedEvent], secrets: SecretsByVersion
) -> list[RecordedEvent]:
    """Return the events without secret content. ``secrets`` maps entries to secret markers."""
    return [
        replace(line, event=_redact_event(line.event, secrets[line.entry]))
        if line.entry in secrets
        else line
        for line in events
    ]


def _redact_event(event: Any, secret: set[MarkerKey]) -> Any:
    match event:
        case ev.MarkerSet(marker=marker, hidden_from=hidden):
            told = tuple(one for one in event.subjects if (one, marker) not in secret)
            if told != event.subjects:
                # leave out markers that an undone reveal set, because they would betray a value
                subjects = event.subjects if hidden else told
                return replace(event, value=True, subjects=subjects)
        case ev.Moved():
            return replace(event, how="", length=None)
        case ev.ActionTaken():
            return replace(event, action=SECRET_ACTION, params={}, overrides=())
        case ev.Chosen():
            return replace(event, value=None)
        case ev.Corrected(facts=facts):
            return replace(event, facts=tuple(_redact_event(fact, secret) for fact in facts))
    return event
