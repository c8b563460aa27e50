"""Applies events that set, remove or expire markers and links."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from msgspec.structs import replace

from tracker.projection.match_state import Link, LinkKey, Marker, MarkerKey, State
from tracker.vocabulary import events as ev
from tracker.vocabulary.subject_ids import SideId


def expire_markers_and_links(
    state: State, moments: tuple[str, ...], side: SideId | None = None
) -> None:
    """Remove the markers and links (of ``side``, if given) that expire at the given moments."""
    passing = state.passing
    if passing is None:
        _remove_expired(state, (*state.markers, *state.links), moments, side)
        return
    for word in moments:
        keys = passing.get(word)
        if keys:
            passing[word] = _remove_expired(state, keys, moments, side)


def _remove_expired(
    state: State, keys: Iterable[MarkerKey | LinkKey], until: tuple[str, ...], side: SideId | None
) -> set[MarkerKey | LinkKey]:
    """Remove the markers or links that expire, and return the keys of those that stay.

    A link belongs to the side of its first end.
    """
    stay: set[MarkerKey | LinkKey] = set()
    for key in keys:
        if side is not None and state.find_side(key[0] if len(key) == 2 else key[1]) != side:
            stay.add(key)
        elif len(key) == 2:
            marker = state.markers.get(key)
            if marker is not None and marker.until in until:
                del state.markers[key]
                _record_touched_unit(state, key[0])
        else:
            link = state.links.get(key)
            if link is not None and link.until in until:
                del state.links[key]
                _record_touched_unit(state, key[1])
                _record_touched_unit(state, key[2])
    return stay


def _record_touched_unit(state: State, subject: str) -> None:
    kind = subject[
        0
    ]  # the first letter of an id is the kind of subject: u for a unit, f for a figure
    if kind == "u":
        state.touched.add(subject)  # type: ignore[arg-type]  # a call of UnitId takes time
    elif kind == "f" and (figure := state.figures.get(subject)) is not None:  # type: ignore[call-overload]
        state.touched.add(figure.unit)


def _set_marker(state: State, event: ev.MarkerSet, _: int) -> None:
    turn, name, until = state.single["now"].clock.turn, event.marker, event.until
    marker = Marker(event.value, turn, until, event.by, event.hidden_from)
    markers = state.markers
    keys = state.passing[until] if until and state.passing is not None else None
    for subject in event.subjects:
        key = subject, name
        markers[key] = marker
        if keys is not None:
            keys.add(key)
        _record_touched_unit(state, subject)


def _clear_marker(state: State, event: ev.MarkerCleared, _: int) -> None:
    for subject in event.subjects:
        state.markers.pop((subject, event.marker), None)
        _record_touched_unit(state, subject)


def _reveal_marker(state: State, event: ev.Revealed, _: int) -> None:
    for subject in event.subjects:
        key = (subject, event.marker)
        if key in state.markers:
            state.markers[key] = replace(state.markers[key], hidden_from=())


def _add_link(state: State, event: ev.Linked, _: int) -> None:
    key = event.relation, event.a, event.b
    state.links[key] = Link(event.value, state.clock.turn, event.until)
    if event.until and state.passing is not None:
        state.passing[event.until].add(key)
    _record_touched_unit(state, event.a)
    _record_touched_unit(state, event.b)


def _remove_link(state: State, event: ev.Unlinked, _: int) -> None:
    state.links.pop((event.relation, event.a, event.b), None)
    _record_touched_unit(state, event.a)
    _record_touched_unit(state, event.b)


CHANGES: Mapping[type[ev.Event], Callable[[State, Any, int], None]] = {
    ev.MarkerSet: _set_marker,
    ev.MarkerCleared: _clear_marker,
    ev.Revealed: _reveal_marker,
    ev.Linked: _add_link,
    ev.Unlinked: _remove_link,
}
