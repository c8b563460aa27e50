"""A cursor in a game's log, with the game's state after the current line."""

from __future__ import annotations

from tracker.application.correcting.state_comparison import StateChange, compare_states
from tracker.application.log.log_line_types import LogLine
from tracker.application.match.game import Game
from tracker.application.match.match_entries import MatchEntry
from tracker.projection.match_state import State
from tracker.vocabulary.count_wording import format_count
from tracker.vocabulary.events import Noted, Version
from tracker.vocabulary.typed_numbers import is_whole_number
from tui.views.searchable_log_lines import (
    GameLogView,
    collect_search_text,
    list_line_entries,
    matches_all_word_beginnings,
)

FOLDED = "taken back"


class LogCursor:
    """A cursor in the log. It begins on the newest line, and skips lines that are undone."""

    def __init__(self, game: Game, log: GameLogView) -> None:
        self.game = game
        self.log = log
        self.shows_undone = False
        self.lines: list[LogLine] = []
        self.index = 0
        self.search_text = ""
        self._hits: list[int] = []
        self._states: dict[Version, State] = {}
        self._notes: dict[int, list[Noted]] = {}
        self.reload_lines_and_go_to()

    def reload_lines_and_go_to(self, line_number: int | None = None) -> None:
        """Reload the lines and go to the line with this number, by default the newest line."""
        self.lines = list(self.log.list_lines())
        self._states.clear()
        self._notes = self._collect_notes()
        counting = self.enumerate_lines_not_undone()
        indexes = [index for index, line in counting if line.number == line_number]
        self.index = indexes[0] if indexes else len(self.lines)
        if not indexes:
            self.move_by_lines(-1)
        if self.search_text:
            self._hits = self._find_hits(self.search_text)

    @property
    def current_line(self) -> LogLine:
        return self.lines[self.index]

    def enumerate_lines_not_undone(self) -> list[tuple[int, LogLine]]:
        return [(index, line) for index, line in enumerate(self.lines) if line.kind != FOLDED]

    @property
    def highest_line_number(self) -> int:
        """The highest number of a line that is not undone, even if the log does not show it."""
        shown = (max(line.number, line.last) for _, line in self.enumerate_lines_not_undone())
        return max(self.game.history.last_line_number, *shown)

    @property
    def state_after_current_line(self) -> State:
        return self._get_state_at(self.current_line.end)

    def _get_state_at(self, version: Version) -> State:
        if version not in self._states:
            if len(self._states) > 1:
                self._states.clear()
            self._states[version] = self.game.history.get_state_at(version)
        return self._states[version]

    def list_entries_of_current_line(self) -> list[MatchEntry]:
        return list_line_entries(self.game, self.current_line)

    def list_changes_by_current_line(self) -> tuple[StateChange, ...]:
        """List the current line's changes. If an earlier line ends at the same entry, list none."""
        end = self.current_line.end
        if any(line.end == end for line in self.lines[: self.index]):
            return ()
        before = self._get_state_at(self.current_line.version - 1)
        return compare_states(before, self.state_after_current_line, self.game.ruleset)

    def list_changes_since_current_line(self) -> tuple[StateChange, ...]:
        return compare_states(self.state_after_current_line, self.game.state, self.game.ruleset)

    @property
    def later_line_count(self) -> int:
        return sum(index > self.index for index, _ in self.enumerate_lines_not_undone())

    def list_notes(self, line: LogLine) -> list[str]:
        """List the notes about a line, oldest first."""
        texts = [note.text for note in self._notes.get(line.version, ()) if note.text]
        return list(dict.fromkeys(texts))

    def is_starred(self, line: LogLine) -> bool:
        has_own_star = line.kind == "note" and any(
            isinstance(entry.input, Noted) and entry.input.star
            for entry in list_line_entries(self.game, line)
        )
        return has_own_star or any(note.star for note in self._notes.get(line.version, ()))

    def _collect_notes(self) -> dict[int, list[Noted]]:
        """Map each line to its notes, including notes about its parts and its earlier versions."""
        line_of_version: dict[Version, Version] = {}
        for line in self.lines:
            line_of_version |= dict.fromkeys(
                (line.version, *(detail.version for detail in line.details)), line.version
            )
        notes: dict[int, list[Noted]] = {}
        history = self.game.history
        for event in history.path:
            if isinstance(event.event, Noted) and event.event.about is not None:
                line_version = line_of_version.get(
                    history.find_current_version_of_line(history.lines[event.event.about - 1].entry)
                )
                if line_version is not None:
                    notes.setdefault(line_version, []).append(event.event)
        return notes

    def move_by_lines(self, steps: int) -> None:
        step = 1 if steps > 0 else -1
        for _ in range(abs(steps)):
            index = self.index + step
            while 0 <= index < len(self.lines) and self.lines[index].kind == FOLDED:
                index += step
            if not 0 <= index < len(self.lines):
                return
            self.index = index

    def go_to_turn_or_phase_start(self, step: int, *, by_phase: bool) -> None:
        """Go to the start of the next turn or phase, or of the previous one if ``step`` is -1.

        If there is none, go to the newest or oldest line.
        """
        starts: list[int] = []
        previous: tuple[int, str] | None = None
        for index, line in self.enumerate_lines_not_undone():
            part = (line.turn, line.phase if by_phase else "")
            if part != previous:
                starts.append(index)
                previous = part
        ahead = [index for index in starts if (index - self.index) * step > 0]
        if not ahead:
            self.move_by_lines(step * len(self.lines))
            return
        self.index = min(ahead) if step > 0 else max(ahead)

    def list_turns_with_first_index(self) -> list[tuple[int, int]]:
        starts: dict[int, int] = {}
        for index, line in enumerate(self.lines):
            if line.turn:
                starts.setdefault(line.turn, index)
        return list(starts.items())

    def find_and_go_to_line(self, search_text: str) -> bool:
        """Find a line by its number or words and go to it. Return whether any line matches.

        If several lines have the words, go to the newest.
        """
        numbered_index = self._find_line_index_by_number(search_text)
        self._hits = self._find_hits(search_text)
        if numbered_index is not None and numbered_index not in self._hits:
            self._hits = sorted((*self._hits, numbered_index))
        if not self._hits:
            self.search_text = ""
            return False
        self.search_text = search_text
        self.index = self._hits[-1] if numbered_index is None else numbered_index
        return True

    def _find_line_index_by_number(self, text: str) -> int | None:
        if not is_whole_number(text):
            return None
        number, containing = int(text), None
        for index, line in enumerate(self.lines):
            if line.kind != FOLDED and line.number == number:
                return index
            if containing is None and any(
                entry.number == number for entry in list_line_entries(self.game, line)
            ):
                containing = index
        return containing

    def go_to_adjacent_search_hit(self, step: int) -> bool:
        """Go to the next newer hit, or to the next older one if ``step`` is -1.

        Return False if there are no hits.
        """
        if not self._hits:
            return False
        ahead = [index for index in self._hits if (index - self.index) * step > 0]
        wrapped = self._hits[-1] if step < 0 else self._hits[0]
        self.index = (max(ahead) if step < 0 else min(ahead)) if ahead else wrapped
        return True

    def describe_search(self) -> str:
        """Describe the search, such as ``2 of 5 with T2 dusk``, or return "" if there is none."""
        if not self._hits:
            return ""
        count = len(self._hits)
        found = (
            f"{self._hits.index(self.index) + 1} of {count}"
            if self.index in self._hits
            else format_count(count, "line")
        )
        return f"{found} with {self.search_text}: n previous, N next"

    def _find_hits(self, text: str) -> list[int]:
        return [
            index
            for index, line in self.enumerate_lines_not_undone()
            if text.split()
            and matches_all_word_beginnings(collect_search_text(self.game, line), text)
        ]
