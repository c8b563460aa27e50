"""A walk through the lines of a game: where the cursor is, and how things stood there."""

from __future__ import annotations

from tracker.application.game import Game
from tracker.application.log import LogLine
from tracker.application.story import Entry
from tracker.projection.state import State
from tui.seen.log import LogSeen

FOLDED = "taken back"


class Past:
    """The lines of the log, and the cursor on one that counts (the newest to begin with)."""

    def __init__(self, game: Game, log: LogSeen) -> None:
        self.game = game
        self.log = log
        self.unfolded = False
        self.lines: list[LogLine] = []
        self.at = 0
        self._state: tuple[int, State] | None = None
        self.read_again()

    def read_again(self, number: int | None = None) -> None:
        """Read the lines anew and put the cursor on the one with a number (default: the last)."""
        self.lines = list(self.log.lines())
        places = [i for i, each in enumerate(self.lines) if each.number == number]
        self.at = places[0] if places else len(self.lines)
        if not places:
            self.move(-1)

    @property
    def line(self) -> LogLine:
        """The line under the cursor."""
        return self.lines[self.at]

    @property
    def last(self) -> LogLine:
        """The newest line that counts."""
        return next(each for each in reversed(self.lines) if each.kind != FOLDED)

    @property
    def state(self) -> State:
        """The game as it stood after that line."""
        if self._state is None or self._state[0] != self.line.end:
            self._state = (self.line.end, self.game.story.state_at(self.line.end))
        return self._state[1]

    def entries(self) -> list[Entry]:
        """The entries of the line under the cursor."""
        story = self.game.story
        return [story.entry(detail.version) for detail in self.line.details]

    @property
    def after(self) -> int:
        """How many lines that count come after the cursor."""
        return sum(each.kind != FOLDED for each in self.lines[self.at + 1 :])

    def move(self, steps: int) -> None:
        """Go so many lines on or back, past what was taken back."""
        step = 1 if steps > 0 else -1
        for _ in range(abs(steps)):
            at = self.at + step
            while 0 <= at < len(self.lines) and self.lines[at].kind == FOLDED:
                at += step
            if not 0 <= at < len(self.lines):
                return
            self.at = at

    def to_phase(self, step: int) -> None:
        """Go to where the next (or last) phase begins."""
        self._to(step, by_phase=True)

    def to_turn(self, step: int) -> None:
        """Go to where the next (or last) turn begins."""
        self._to(step, by_phase=False)

    def _to(self, step: int, *, by_phase: bool) -> None:
        parts = [(each.turn, each.phase if by_phase else "") for each in self.lines]
        begins = [i for i, part in enumerate(parts) if i == 0 or part != parts[i - 1]]
        places = [i for i in begins if (i - self.at) * step > 0]
        if not places:
            self.move(step * len(self.lines))
            return
        self.at = min(places) if step > 0 else max(places)
        if self.line.kind == FOLDED:
            self.move(1)

    def turns(self) -> list[tuple[int, int]]:
        """Where each turn began: (turn, place of its first line)."""
        found: dict[int, int] = {}
        for place, each in enumerate(self.lines):
            if each.turn:
                found.setdefault(each.turn, place)
        return list(found.items())
