"""Two copies of a league that went on separately, made one: results, notes and points of both.

What one side alone decided for everybody (rounds, players, rules) is never mixed with what the
other did; that is refused, and so is a pairing that both had to do with.
"""

from __future__ import annotations

from collections.abc import Sequence

from tracker.application.errors import Refused
from tracker.application.leagues.league_history import (
    LeagueEntry,
    LeagueHistory,
    RecordedLeagueEvent,
)
from tracker.leagues import league_events as ev
from tracker.leagues.any_event import AnyLeagueEvent
from tracker.leagues.told_events import ResultTold

OF_A_PAIRING = (
    ev.ResultEntered,
    ev.ResultCorrected,
    ev.ResultWithdrawn,
    ev.ResultSigned,
    ResultTold,
    ev.FixtureArranged,
    ev.MatchLinked,
    ev.MatchUnlinked,
    ev.ResultReported,
    ev.ReportTakenBack,
)
CAN_BE_ADDED = (*OF_A_PAIRING, ev.PointsGiven, ev.StoryTold)


def merge_lines(
    here: Sequence[RecordedLeagueEvent], record: Sequence[RecordedLeagueEvent], same: int
) -> list[RecordedLeagueEvent]:
    """What is here, and behind it what the record has of its own; ``same`` begin both.

    Games have the same names in both. What was added before is not added again. Raises ``Refused``
    with the first line that cannot be added.
    """
    ours, theirs = _story(here), _story(record)
    if _counting(ours, same) != _counting(theirs, same):
        raise Refused("One of the two took back lines from before they parted; mend that first.")
    known = [_said(entry) for entry in _after(ours, same)]
    taken = [(entry.number, _pairings(entry)) for entry in _after(ours, same)]
    found = list(here)
    for entry in _after(theirs, same):
        if _said(entry) in known:
            continue
        for event in entry.events:
            if not isinstance(event, CAN_BE_ADDED):
                raise Refused(
                    f"Line {entry.number} of the record ({_words(event)}) is for all of the"
                    " league and cannot be added to one that went on otherwise."
                )
        for number, pairings in taken:
            if both := pairings & _pairings(entry):
                raise Refused(
                    f"Line {entry.number} of the record and line {number} here are both"
                    f" about pairing {min(both)}; take one of them back first."
                )
        found += _added(entry, len(found))
    return found


def _story(lines: Sequence[RecordedLeagueEvent]) -> LeagueHistory:
    story = LeagueHistory()
    story.load(lines)
    return story


def _counting(story: LeagueHistory, same: int) -> list[int]:
    return [line.version for line in story.path if line.version <= same]


def _after(story: LeagueHistory, same: int) -> list[LeagueEntry]:
    """The lines that count, of those said since."""
    heads = [line.version for line in story.path if line.version == line.entry]
    return [story.find_entry(version) for version in heads if version > same]


def _said(entry: LeagueEntry) -> tuple[object, ...]:
    return entry.at, entry.author, entry.events


def _pairings(entry: LeagueEntry) -> frozenset[str]:
    return frozenset(one.fixture for one in entry.events if isinstance(one, OF_A_PAIRING))


def _words(event: AnyLeagueEvent) -> str:
    kind = type(event).__name__
    return "".join(f" {c.lower()}" if c.isupper() else c for c in kind).strip()


def _added(entry: LeagueEntry, behind: int) -> list[RecordedLeagueEvent]:
    head = behind + 1
    return [
        RecordedLeagueEvent(head + at, head, event, entry.at, entry.author)
        for at, event in enumerate(entry.events)
    ]
