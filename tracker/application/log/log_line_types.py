"""A line of the log with the details of its entries, and helpers that join texts."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from msgspec import Struct

from tracker.application.log.match_display_names import MatchNames
from tracker.application.match.match_entries import MatchEntry
from tracker.projection.match_state import Clock
from tracker.vocabulary import events as ev
from tracker.vocabulary.subject_ids import SideId

LogLineKind = Literal["opening", "action", "turn", "note", "set right", "taken back", "end"]


class EntryDetail(Struct, frozen=True, gc=False):
    """The full text of one entry in a log line. ``number`` is the line number of this entry."""

    number: int
    version: ev.Version
    text: str
    source: ev.Source | Literal[""]
    at: int
    author: str


def append_notes_in_brackets(text: str, notes: Iterable[str]) -> str:
    for note in notes:
        text += f" ({note})"
    return text


def join_with_colon(beginning: str, rest: str) -> str:
    """Join two parts of a line with a colon. If one part is empty, return the other."""
    return f"{beginning}: {rest}" if beginning and rest else beginning or rest


class LogLine(Struct, frozen=True, gc=False):
    """A line of the log, such as an action with all its rolls, a note, or the end of a turn.

    ``number`` and ``last`` are the numbers of its first and last entries. If an earlier line
    already has the number of the first entry, ``number`` is that of the first entry that begins in
    this line. ``taken_back`` contains the numbers of undone entries, and ``gone`` contains their
    versions. ``by_app`` is true if the app rolled some of the dice. ``open`` is true if the action
    has an open question. ``phase_short`` is the phase's name for a narrow column. If sides
    alternate, ``half`` is the side whose half or turn it is.
    """

    kind: LogLineKind
    text: str
    number: int
    last: int
    version: ev.Version
    end: ev.Version
    turn: int
    phase: str
    side: SideId | None
    details: tuple[EntryDetail, ...]
    at: int
    author: str
    rulings: tuple[str, ...] = ()
    taken_back: tuple[int, ...] = ()
    gone: tuple[ev.Version, ...] = ()
    by_app: bool = False
    open: bool = False
    phase_short: str = ""
    half: SideId | None = None
    back: tuple[str, ...] = ()
    """The notes about undone or corrected lines, which stand in brackets after the text."""

    @property
    def text_without_undone_notes(self) -> str:
        return self.text.removesuffix(append_notes_in_brackets("", self.back))

    @property
    def number_range(self) -> str:
        """The number of the line, or a range such as ``66–67`` for a line with several entries."""
        return f"{self.number}–{self.last}" if self.last > self.number else str(self.number)


def make_log_line(
    names: MatchNames,
    clock: Clock,
    kind: LogLineKind,
    text: str,
    first: MatchEntry,
    last: MatchEntry,
) -> LogLine:
    """Make a log line for the entries from ``first`` to ``last``, without a side or details."""
    return LogLine(
        kind=kind,
        text=text,
        number=first.number,
        last=last.number,
        version=first.version,
        end=last.end,
        turn=clock.turn,
        phase=names.get_phase_display_name(clock.phase),
        phase_short=names.get_short_phase_display_name(clock.phase),
        half=clock.side,
        side=None,
        details=(),
        at=first.at,
        author=first.author,
    )


def find_line_number_at_or_after(lines: Iterable[LogLine], version: ev.Version) -> int | None:
    """Return the number of the line that contains the event with the given version.

    If no line contains it, as at the end of a half, return the number of the next line. Return None
    if there is no next line.
    """
    shown = (line for line in lines if line.kind != "taken back" and line.number)
    return next((line.number for line in shown if line.end >= version), None)
