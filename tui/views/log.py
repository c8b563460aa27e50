"""The log of a game as screens show it, grown with the game."""

from __future__ import annotations

from tracker.application.log.log_reader import Log, LogLine, unfold_lines
from tracker.application.match.game import Game


class LogSeen:
    """The lines of a log, oldest first; what was taken back is folded, or shown where it stood."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self._log = Log()
        self._version = -1

    def lines(self) -> list[LogLine]:
        """All lines as the game stands."""
        if self._version != self.game.version:
            self._log.grow_by(self.game.story)
            self._version = self.game.version
        return self._log.lines

    def list_newest(self, count: int, *, unfolded: bool = False) -> list[LogLine]:
        """The last lines, the newest first; with ``unfolded`` also those taken back."""
        found: list[LogLine] = []
        for each in reversed(self.lines()):
            if len(found) >= count:
                break
            found.append(each)
            if unfolded and each.kind == "taken back":
                found += reversed(unfold_lines(self.game.story, each))
        return found[:count]
