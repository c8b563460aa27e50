"""Computes the summary of a match, for lists and for the home screen, from its events."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

from tracker.application.match.match_history import MatchHistory
from tracker.application.recorded_event_storage import decode_event, decode_pages
from tracker.ledger.packed_event_pages import EventPage
from tracker.ledger.store_interface import StoredEvent, StoredStream
from tracker.ledger.stream_summary import StreamSummary
from tracker.projection.match_state import State
from tracker.projection.undo_history_tree import RecordedEvent
from tracker.vocabulary import events as ev
from tracker.vocabulary import match_event_codec
from tracker.vocabulary.subject_ids import make_side_id

__all__ = ["StreamSummary"]


def list_side_names(summary: StreamSummary) -> list[str]:
    return msgspec.json.decode(summary.sides, type=list[str])


def find_side_name(events: Iterable[StoredEvent], letter: str) -> str:
    """Return the name of the side with the given letter, or "" if there is none.

    Only the first events are read.
    """
    sides, _ = _read_sides_and_forces(events)
    return next((side.name for side in sides if side.id == make_side_id(letter)), "")


def describe_forces_with_players(
    events: Iterable[StoredEvent], pages: Sequence[EventPage]
) -> list[str]:
    """List the force and the player of each side, as in ``Iron Third (Anna)``.

    A side without a force has its own name. Only the first events are read. If players have
    corrected a name, all ``pages`` are read.
    """
    sides, forces = _read_sides_and_forces(events)
    if (state := _compute_state_if_renamed(pages)) is not None:
        sides = state.info.sides
    names = {force.side: force.force for force in forces}
    return [
        f"{names.get(side.id) or side.name}{f' ({side.player})' if side.player else ''}"
        for side in sides
    ]


def list_participant_names(events: Iterable[StoredEvent], pages: Sequence[EventPage]) -> list[str]:
    """List a match's players, forces and units. ``pages`` are read as in
    ``describe_forces_with_players``.
    """
    sides, forces = _read_sides_and_forces(events)
    units = [unit.name for force in forces for unit in force.units]
    if (state := _compute_state_if_renamed(pages)) is not None:
        sides, units = state.info.sides, [unit.name for unit in state.units.values()]
    return [*(side.player for side in sides), *(force.force for force in forces), *units]


def _compute_state_if_renamed(pages: Sequence[EventPage]) -> State | None:
    """Return a match's state if players have corrected a name, or None if they have not."""
    if not any(kind == ev.Renamed.__name__ for page in pages for kind, _ in page.kinds):
        return None
    return MatchHistory(decode_pages(pages)).state


def _read_sides_and_forces(
    events: Iterable[StoredEvent],
) -> tuple[tuple[ev.Side, ...], list[ev.ForceMustered]]:
    sides: tuple[ev.Side, ...] = ()
    forces: list[ev.ForceMustered] = []
    for stored in events:
        event = decode_event(stored, match_event_codec.FORMS).event
        if isinstance(event, ev.MatchOpened):
            sides = event.sides
        elif isinstance(event, ev.ForceMustered):
            forces.append(event)
        else:
            break
    return sides, forces


def summarise_match(
    stream: str,
    state: State,
    version: int,
    opened_at: int,
    updated_at: int,
    *,
    path: Sequence[RecordedEvent],
) -> StreamSummary:
    """Build the summary of a match at a given version.

    Times are in microseconds since 1970 (UTC). ``path`` contains all events that have not been
    undone. If the match is finished, its statistics are computed from them.
    """
    info, now = state.info, state.current_values
    phases = {word.id: word.word for word in info.words.phases}
    actions = {word.id: word.word for word in info.words.actions}
    names = {side.id: side.name for side in info.sides}
    scores = {names.get(side, side): points for side, points in state.scores.items()}
    ended, tally = now.ended, ""
    if ended is not None:
        from tracker.application.campaigns import game_tally

        tally = game_tally.encode_game_tally(game_tally.compute_game_tally(path, state))
    return StreamSummary(
        stream=stream,
        version=version,
        kind="match",
        title=info.title,
        ruleset=info.ruleset,
        status="ended" if ended else "running",
        turn=now.clock.turn,
        phase=phases.get(now.clock.phase, now.clock.phase),
        sides=msgspec.json.encode([side.name for side in info.sides]).decode(),
        scores=msgspec.json.encode(scores, order="deterministic").decode(),
        winner=names.get(ended.winner) if ended and ended.winner else None,
        waiting=actions.get(now.doing[-1], now.doing[-1]) if now.doing else "",
        opened_at=opened_at,
        updated_at=updated_at,
        played_on=info.played_on,
        table=tally,
        aside=now.aside,
    )


def summarise_match_stream(info: StoredStream, events: Iterable[StoredEvent]) -> StreamSummary:
    """Build the summary of a stored match from all its events."""
    history = MatchHistory([decode_event(one, match_event_codec.FORMS) for one in events])
    first, last = history.lines[0], history.lines[-1]
    return summarise_match(
        info.stream, history.state, history.version, first.at, last.at, path=history.path
    )
