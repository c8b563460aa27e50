"""The log of a game: its entries as readable lines, one for each action.

The log is computed in one pass from events alone, with the words that were stored when the match
began. Undone lines are combined into one line with their numbers, which ``expand_undone_line``
expands again. Screens keep a ``MatchLog`` and update it, so that only new or changed lines are
computed. No line contains secret information.
"""

from __future__ import annotations

from collections.abc import Sequence

from tracker.application.errors import Refused
from tracker.application.log.log_line_renderer import LogLineWriter
from tracker.application.log.log_line_types import LogLine
from tracker.application.match.match_history import MatchHistory
from tracker.projection.match_state import State
from tracker.vocabulary import events as ev


def list_log_lines(history: MatchHistory) -> list[LogLine]:
    log = MatchLog()
    log.update_and_find_first_change(history)
    return log.lines


def find_last_entry_number_of_line(history: MatchHistory, line_number: int) -> int:
    """Return the number of the last entry in a log line, or ``line_number`` if there is no such
    line.
    """
    lines = list_log_lines(history)
    shown = [each for each in lines if each.number == line_number and each.kind != "taken back"]
    return max(shown, key=lambda line: line.end).last if shown else line_number


class MatchLog:
    """The log of a game, which can be updated when the game continues.

    If ``detailed`` is false, the lines have no details.
    """

    def __init__(self, *, detailed: bool = True) -> None:
        self._detailed = detailed
        self.lines: list[LogLine] = []
        self._marks: list[tuple[int, ev.Version]] = []  # the number of lines before each entry
        self._covers = False

    def update_and_find_first_change(self, history: MatchHistory) -> int:
        """Update the log to the state of the game, and return the index of the first new or changed
        line.
        """
        told = history.get_public_history()
        covers = told is not history
        if covers or self._covers:
            self.lines.clear()  # secrets change the text of lines, even if they are now revealed
            self._marks.clear()
        self._covers, history = covers, told
        while self._marks:
            kept, start = self._marks.pop()
            if history.is_on_path(start):
                break
        else:
            kept, start = 0, 1
        del self.lines[kept:]
        at = history.count_path_events_up_to(start - 1)
        before = history.path[at - 1].version if at else 0
        state = history.get_state_at(before)
        writer = LogLineWriter(history, state, self.lines, self._marks, detailed=self._detailed)
        writer.write_entries(history.list_entries_after(before))
        return kept


def expand_undone_line(
    history: MatchHistory, log_lines: Sequence[LogLine], line: LogLine
) -> list[LogLine]:
    """Return the undone lines that are combined in one line of the log."""
    history = history.get_public_history()
    gone = [history.get_entry_beginning_at(version) for version in line.gone]
    followed = {history.tree.parents[entry.version] for entry in gone}
    found: list[LogLine] = []
    for entry in gone:
        if entry.end not in followed:
            found.extend(_write_undone_branch(history, log_lines, entry.end, gone[0].version))
    return found


def _write_undone_branch(
    history: MatchHistory, log_lines: Sequence[LogLine], head: ev.Version, first: ev.Version
) -> list[LogLine]:
    begins = next(v for v in history.tree.list_path_versions(head) if v >= first)
    still_open = history.get_state_before(begins).current_values.open
    start = still_open[0] if still_open else begins
    state = history.get_state_before(start)
    lines: list[LogLine] = []
    entries = history.list_entries_after(start - 1, head)
    earlier = [line for line in log_lines if line.end < start]
    LogLineWriter(history, state, lines).write_abandoned_branch(entries, earlier)
    return lines


def compute_state_after_line(history: MatchHistory, line_number: int) -> State:
    """Return the state after a line. Raises ``Refused`` if the line has been undone or does not
    exist.
    """
    entry = history.find_line(find_last_entry_number_of_line(history, line_number))
    if not history.is_on_path(entry.end):
        raise Refused(f"Line {line_number} was undone. Choose a line that was not undone.")
    return history.get_state_at(entry.end)
