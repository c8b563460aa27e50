"""The log: the entries of a game as lines people read, an action to a line.

Made from events alone, with the words the match was opened with, in one pass. What was taken back
is folded into one line that names the numbers; ``folded`` unfolds it. A screen keeps a
``MatchLog`` and lets it grow: only what is new (or stands differently) is worked out again. What
is secret in a story is in no line of its log.
"""

from __future__ import annotations

from collections.abc import Iterable

from tracker.application.log.log_line_renderer import LogWriter
from tracker.application.log.logged_action_group import EntryDetail, LogLine
from tracker.application.match.match_history import MatchHistory
from tracker.projection.match_event_fold import apply_event
from tracker.projection.match_state import State
from tracker.vocabulary import events as ev

__all__ = [
    "EntryDetail",
    "LogLine",
    "MatchLog",
    "expand_undone_line",
    "find_last_entry",
    "group_by_turn",
    "list_log_lines",
]


def list_log_lines(story: MatchHistory) -> list[LogLine]:
    """The whole log of a game as it stands."""
    log = MatchLog()
    log.update_lines(story)
    return log.lines


def find_last_entry(story: MatchHistory, number: int) -> int:
    """The number of the last entry of a line of the log; the same where it has no such line."""
    shown = [
        each
        for each in list_log_lines(story)
        if each.number == number and each.kind != "taken back"
    ]
    return max(shown, key=lambda line: line.end).last if shown else number


class MatchLog:
    """The log of a story, made once and then grown."""

    def __init__(self) -> None:
        self.lines: list[LogLine] = []
        self._marks: list[tuple[int, ev.Version]] = []  # how many lines stood before which entry
        self._covers = False

    def update_lines(self, story: MatchHistory) -> int:
        """Take in what the story has that the log has not; the index of the first line that is
        new or other than before.
        """
        told = story.hide_secrets()
        covers = told is not story
        if covers or self._covers:
            self.lines.clear()  # what was secret, or is now, is told otherwise
            self._marks.clear()
        self._covers, story = covers, told
        keep = self._last_mark_on(story)
        kept, start = self._marks[keep] if keep >= 0 else (0, 1)
        del self._marks[max(keep, 0) :]
        del self.lines[kept:]
        at = story.count_events_until(start - 1)
        before = story.path[at - 1].version if at else 0
        writer = LogWriter(story, story.get_state_at(before), self.lines, self._marks)
        writer.write_entries(story.list_entries_after(before))
        return kept

    def _last_mark_on(self, story: MatchHistory) -> int:
        """The last action begun that the story as it stands still has."""
        for place in range(len(self._marks) - 1, -1, -1):
            if _on_path(story, self._marks[place][1]):
                return place
        return -1


def expand_undone_line(story: MatchHistory, line: LogLine) -> list[LogLine]:
    """What a line about something taken back stands for: the lines as they were."""
    story = story.hide_secrets()
    gone = [story.get_entry(version) for version in line.gone]
    followed = {story.tree.parents[entry.version] for entry in gone}
    found: list[LogLine] = []
    for entry in gone:
        if entry.end not in followed:
            found.extend(_branch_lines(story, entry.end, gone[0].version))
    return found


def _branch_lines(story: MatchHistory, head: ev.Version, first: ev.Version) -> list[LogLine]:
    """The lines from ``first`` on of the branch that ended at ``head``; an action begun before that
    has its line from its beginning.
    """
    state = State()
    for version in story.tree.list_path_versions(head):
        if version < first:
            apply_event(state, story.lines[version - 1].event, version)
    start = state.current_values.open[0] if state.current_values.open else first
    state = State()
    for version in story.tree.list_path_versions(head):
        if version < start:
            apply_event(state, story.lines[version - 1].event, version)
    lines: list[LogLine] = []
    LogWriter(story, state, lines).write_branch(story.list_entries_after(start - 1, head))
    return lines


def _on_path(story: MatchHistory, version: ev.Version) -> bool:
    at = story.count_events_until(version)
    return at > 0 and story.path[at - 1].version == version


def group_by_turn(lines: Iterable[LogLine]) -> dict[int, list[LogLine]]:
    """The lines of each turn; turn 0 is what came before the first."""
    found: dict[int, list[LogLine]] = {}
    for line in lines:
        found.setdefault(line.turn, []).append(line)
    return found
