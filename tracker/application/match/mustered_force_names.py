"""Reads the players and forces of a match from only its first events."""

from __future__ import annotations

from collections.abc import Iterable

from tracker.application.match.event_decoding import decode_event
from tracker.ledger.store_interface import StoredEvent
from tracker.vocabulary import events as ev


def list_force_names(events: Iterable[StoredEvent]) -> list[str]:
    """List each side's force and player, as in ``Iron Third (Anna)``, or else the side's name."""
    sides: tuple[ev.Side, ...] = ()
    forces: dict[str, str] = {}
    for stored in events:
        event = decode_event(stored).event
        if isinstance(event, ev.MatchOpened):
            sides = event.sides
        elif isinstance(event, ev.ForceMustered):
            forces[event.side] = event.force
        else:
            break
    return [
        f"{forces.get(side.id) or side.name}{f' ({side.player})' if side.player else ''}"
        for side in sides
    ]
