"""A game's playing time by side and turn, based on the times of its lines.

The time since the previous line counts for the side that acted. Pauses, departures from the table
and long gaps count for nobody.
"""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct

from tracker.application.match.match_entries import MatchEntry
from tracker.application.match.match_history import MatchHistory
from tracker.vocabulary import events as ev
from tracker.vocabulary.events import Version
from tracker.vocabulary.subject_ids import SideId

MICROSECONDS = 1_000_000
ABSENT = 45 * 60 * MICROSECONDS
"""The gap above which the players were absent from the table, in microseconds."""


RESTS = ("pause", "stands")
"""The kinds of notes that stop the clock: a pause, and a departure."""

_Here = tuple[int, SideId | None]
"""The turn and the playing side."""


class PlayingTime(Struct, frozen=True):
    """Microseconds by turn and side. ``turns`` is in order, and turn 0 is the set-up.

    ``paused`` is true if the clock is stopped.
    """

    turns: Mapping[int, Mapping[SideId, int]]
    paused: bool = False

    def get_side_total(self, side: SideId) -> int:
        """Return a side's total time, in microseconds."""
        return sum(sides.get(side, 0) for sides in self.turns.values())


class PlayingTimeMeter:
    """Measures playing time line by line, including undone lines.

    It can be updated during a game, and then reads only new lines.
    """

    def __init__(self) -> None:
        self._turns: dict[int, dict[SideId, int]] = {}
        self._paused = False
        self._at: int | None = None
        self._here: _Here = (0, None)
        self._read_until = 0
        self._owners: dict[Version, SideId | None] = {}
        self._after: dict[Version, _Here] = {}

    def measure_side_times(self, history: MatchHistory, now: int | None = None) -> PlayingTime:
        """Measure each side's time up to the last line, or up to ``now`` if given."""
        for entry in history.list_entries_written_after(self._read_until):
            self._read_entry(entry)
        turns = {turn: dict(sides) for turn, sides in self._turns.items()}
        running = (
            self._owners.get(history.state.current_values.open[0])
            if history.state.current_values.open
            else None
        )
        if now is not None and history.state.current_values.ended is None:
            self._add(turns, now, running or self._here[1])
        return PlayingTime(turns, self._paused)

    def _read_entry(self, entry: MatchEntry) -> None:
        self._add(self._turns, entry.at, self._owner(entry))
        self._at, self._read_until = entry.at, entry.end
        self._paused = isinstance(entry.input, ev.Noted) and entry.input.mark in RESTS
        if isinstance(entry.input, ev.Rewound):
            self._here = self._after.get(entry.input.to, self._here)
        for fact in entry.facts:
            if isinstance(fact, ev.TurnBegan):
                self._here = (fact.turn, self._here[1])
            elif isinstance(fact, ev.PhaseBegan):
                self._here = (self._here[0], fact.side)
        self._after[entry.end] = self._here

    def _add(self, turns: dict[int, dict[SideId, int]], at: int, owner: SideId | None) -> None:
        """Add the time since the last line to the side that it belongs to."""
        if self._at is None or owner is None or self._paused:
            return
        took = at - self._at
        if 0 < took <= ABSENT:
            turn = turns.setdefault(self._here[0], {})
            turn[owner] = turn.get(owner, 0) + took

    def _owner(self, entry: MatchEntry) -> SideId | None:
        """Return the side whose action a line belongs to. A save is part of the attack."""
        if isinstance(entry.input, ev.ActionTaken):
            self._owners[entry.version] = entry.input.side
        return self._owners.get(entry.action) or self._here[1]
