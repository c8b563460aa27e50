"""A cursor in a game's lines, with the game's state at the current line."""

from __future__ import annotations

from tracker.application.correcting.state_comparison import StateChange, compare_states
from tracker.application.log.game_log_lines import LogLine
from tracker.application.match.game import Game
from tracker.application.match.match_entries import MatchEntry
from tracker.projection.match_state import State
from tracker.vocabulary.events import Noted, Version
from tracker.vocabulary.typed_numbers import is_whole_number
from tui.views.searchable_log_lines import (
    GameLogView,
    collect_search_text,
    has_all_words,
    list_line_entries,
)

FOLDED = "taken back"


class LogCursor:
    """A cursor in the log. It is always on a line that counts, at first on the newest."""

    def __init__(self, game: Game, log: GameLogView) -> None:
        self.game = game
        self.log = log
        self.unfolded = False
        self.lines: list[LogLine] = []
        self.at = 0
        self.wanted = ""
        self._found: list[int] = []
        self._states: dict[Version, State] = {}
        self._notes: dict[int, list[Noted]] = {}
        self.reload_lines()

    def reload_lines(self, number: int | None = None) -> None:
        """Reload the lines and move to the line with this number, or by default to the last one."""
        self.lines = list(self.log.list_lines())
        self._states.clear()
        self._notes = self._all_notes()
        places = [
            place
            for place, each in enumerate(self.lines)
            if each.kind != FOLDED and each.number == number
        ]
        self.at = places[0] if places else len(self.lines)
        if not places:
            self.move_by_lines(-1)
        if self.wanted:
            self._found = self._places(self.wanted)

    # ------------------------------------------------------------------------------- looking

    @property
    def current_line(self) -> LogLine:
        return self.lines[self.at]

    @property
    def newest_line(self) -> LogLine:
        """Return the newest line that counts."""
        return next(each for each in reversed(self.lines) if each.kind != FOLDED)

    @property
    def highest_number(self) -> int:
        """Return the highest number among the lines that count."""
        return max(max(each.number, each.last) for each in self.lines if each.kind != FOLDED)

    @property
    def state(self) -> State:
        """Return the game's state after the current line."""
        return self._state_at(self.current_line.end)

    def _state_at(self, version: Version) -> State:
        if version not in self._states:
            if len(self._states) > 1:
                self._states.clear()
            self._states[version] = self.game.history.get_state_at(version)
        return self._states[version]

    def list_entries(self) -> list[MatchEntry]:
        """List the entries of the current line."""
        return list_line_entries(self.game, self.current_line)

    def list_changes_at_line(self) -> tuple[StateChange, ...]:
        """List the subjects that the current line changed."""
        return compare_states(
            self._state_at(self.current_line.version - 1), self.state, self.game.ruleset
        )

    def list_changes_since_line(self) -> tuple[StateChange, ...]:
        """List the subjects that have changed since the current line."""
        return compare_states(self.state, self.game.state, self.game.ruleset)

    @property
    def lines_after(self) -> int:
        """Return the number of lines after the cursor that count."""
        return sum(each.kind != FOLDED for each in self.lines[self.at + 1 :])

    # --------------------------------------------------------------------------------- notes

    def list_notes(self, line: LogLine) -> list[str]:
        """List the notes about a line, oldest first."""
        found = [note.text for note in self._notes.get(line.version, ()) if note.text]
        return list(dict.fromkeys(found))

    def is_starred(self, line: LogLine) -> bool:
        """Whether the line is starred."""
        own = any(isinstance(each.input, Noted) and each.input.star for each in self._own(line))
        return own or any(note.star for note in self._notes.get(line.version, ()))

    def _own(self, line: LogLine) -> list[MatchEntry]:
        return list_line_entries(self.game, line) if line.kind == "note" else []

    def _all_notes(self) -> dict[int, list[Noted]]:
        """Collect the notes by line. A note about a corrected line belongs to its new version, and
        a note about a part belongs to the whole line.
        """
        whose: dict[Version, Version] = {}
        for line in self.lines:
            whose |= dict.fromkeys((line.version, *(d.version for d in line.details)), line.version)
        found: dict[int, list[Noted]] = {}
        history = self.game.history
        for one in history.path:
            if isinstance(one.event, Noted) and one.event.about is not None:
                about = whose.get(
                    history.find_current_version_of_line(history.lines[one.event.about - 1].entry)
                )
                if about is not None:
                    found.setdefault(about, []).append(one.event)
        return found

    # ---------------------------------------------------------------------------- going about

    def move_by_lines(self, steps: int) -> None:
        """Move by a number of lines, skipping undone ones."""
        step = 1 if steps > 0 else -1
        for _ in range(abs(steps)):
            at = self.at + step
            while 0 <= at < len(self.lines) and self.lines[at].kind == FOLDED:
                at += step
            if not 0 <= at < len(self.lines):
                return
            self.at = at

    def go_to_phase(self, step: int) -> None:
        """Go to the start of the next phase, or of the previous one if ``step`` is negative."""
        self._to(step, by_phase=True)

    def go_to_turn(self, step: int) -> None:
        """Go to the start of the next turn, or of the previous one if ``step`` is negative."""
        self._to(step, by_phase=False)

    def _to(self, step: int, *, by_phase: bool) -> None:
        begins: list[int] = []
        before: tuple[int, str] | None = None
        for place, each in enumerate(self.lines):
            part = (each.turn, each.phase if by_phase else "")
            if each.kind != FOLDED and part != before:
                begins.append(place)
                before = part
        places = [place for place in begins if (place - self.at) * step > 0]
        if not places:
            self.move_by_lines(step * len(self.lines))
            return
        self.at = min(places) if step > 0 else max(places)

    def list_turn_starts(self) -> list[tuple[int, int]]:
        """List the turns, each with the index of its first line."""
        found: dict[int, int] = {}
        for place, each in enumerate(self.lines):
            if each.turn:
                found.setdefault(each.turn, place)
        return list(found.items())

    # ------------------------------------------------------------------------------- finding

    def search_lines(self, text: str) -> bool:
        """Search for a line by number or words and go to it. Return whether any line matches."""
        numbered = self._place_of(text)
        self._found = self._places(text)
        if numbered is not None and numbered not in self._found:
            self._found = sorted((*self._found, numbered))
        if not self._found:
            self.wanted = ""
            return False
        self.wanted = text
        self.at = self._found[-1] if numbered is None else numbered
        return True

    def _place_of(self, text: str) -> int | None:
        """Return the index of the line that has this number or contains an entry that does."""
        if not is_whole_number(text):
            return None
        number, found = int(text), None
        for place, line in enumerate(self.lines):
            if line.kind != FOLDED and line.number == number:
                return place
            if found is None and any(
                one.number == number for one in list_line_entries(self.game, line)
            ):
                found = place
        return found

    def find_next_hit(self, step: int) -> bool:
        """Go to the next newer match, or an older one if ``step`` is -1, wrapping around."""
        if not self._found:
            return False
        older = [place for place in self._found if (place - self.at) * step > 0]
        ends = self._found[-1] if step < 0 else self._found[0]
        self.at = (max(older) if step < 0 else min(older)) if older else ends
        return True

    def describe_search(self) -> str:
        """Describe the search, such as ``2 of 5 with T2 dusk``, or return "" if there is none."""
        if not self._found:
            return ""
        place = self._found.index(self.at) + 1 if self.at in self._found else 0
        count = len(self._found)
        which = f"{place} of {count}" if place else f"{count} lines"
        return f"{which} with {self.wanted}: n previous, N next"

    def _places(self, text: str) -> list[int]:
        return [
            place
            for place, line in enumerate(self.lines)
            if line.kind != FOLDED
            and text.split()
            and has_all_words(collect_search_text(self.game, line), text)
        ]
