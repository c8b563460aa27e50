"""Measures the playing time of a game by side and turn, from the times of its lines.

The time between two lines is added to the side that acted. In phases of both sides, it is added
only to the total. Pauses, long gaps, and the time after players have left or ended the match do not
count.
"""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct

from tracker.application.match.match_history import MatchHistory
from tracker.projection.undo_history_tree import RecordedEvent
from tracker.vocabulary import events as ev
from tracker.vocabulary.events import Version
from tracker.vocabulary.subject_ids import SideId

MICROSECONDS = 1_000_000
ABSENT = 45 * 60 * MICROSECONDS
"""The longest gap between lines that still counts as playing time, in microseconds."""
RESTS = ("pause", "stands")
"""The kinds of notes that stop the clock, because players pause or leave the match."""

_Here = tuple[int, SideId | None, bool]
"""The current turn, the acting side, and whether the match is running."""


class PlayingTime(Struct, frozen=True):
    """The playing time in microseconds, by turn and side. Turn 0 is the set-up.

    ``total`` also includes the time in which no side acted alone.
    """

    turns: Mapping[int, Mapping[SideId, int]]
    total: int
    paused: bool

    def get_side_total(self, side: SideId) -> int:
        """Return a side's total time in microseconds."""
        return sum(sides.get(side, 0) for sides in self.turns.values())


class PlayingTimeMeter:
    """Measures playing time, including the time of undone lines.

    Each measurement reads only new lines.
    """

    def __init__(self) -> None:
        self._turns: dict[int, dict[SideId, int]] = {}
        self._total = 0
        self._paused = False
        self._at: int | None = None
        self._here: _Here = (0, None, True)
        self._read_until = 0
        self._owners: dict[Version, SideId | None] = {}
        self._after: dict[Version, _Here] = {}

    def measure_side_times(self, history: MatchHistory, now: int | None = None) -> PlayingTime:
        """Measure the time of each side up to the last line or, if ``now`` is given, up to the
        current time.
        """
        for line in history.lines[self._read_until :]:
            self._add_event(line)
        self._read_until = history.version
        turns = {turn: dict(sides) for turn, sides in self._turns.items()}
        current, total = history.state.current_values, self._total
        if now is not None:
            owner = self._owners.get(current.open[0]) if current.open else None
            total += self._add_time(turns, now, owner or self._here[1])
        return PlayingTime(turns, total, self._paused)

    def _add_event(self, line: RecordedEvent) -> None:
        event = line.event
        if isinstance(event, ev.ActionTaken):
            self._owners[line.version] = event.side
        if line.version == line.entry:
            owner = self._owners.get(line.action)  # a save counts for the attacker's side
            self._total += self._add_time(self._turns, line.at, owner or self._here[1])
            self._at = line.at
            self._paused = isinstance(event, ev.Noted) and event.mark in RESTS
        match event:
            case ev.Rewound(to=to):
                self._here = self._after.get(to, self._here)
            case ev.TurnBegan(turn=turn):
                self._here = (turn, self._here[1], True)
            case ev.PhaseBegan(side=side):
                self._here = (self._here[0], side, True)
            case ev.MatchEnded():
                self._here = (self._here[0], None, False)  # until the end is undone
        self._after[line.version] = self._here

    def _add_time(self, turns: dict[int, dict[SideId, int]], at: int, owner: SideId | None) -> int:
        """Add the time since the last line to the side that acted, and return this time, or 0 if it
        does not count.
        """
        turn_number, _, is_running = self._here
        took = at - self._at if self._at is not None and is_running and not self._paused else 0
        if not 0 < took <= ABSENT:
            return 0
        if owner is not None:
            turn = turns.setdefault(turn_number, {})
            turn[owner] = turn.get(owner, 0) + took
        return took
