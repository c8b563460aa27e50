"""Lines that no longer count, in words: taken back, or as they stood before one was set right."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from tracker.application.match.match_entries import Amends, Entry
from tracker.application.match.match_history import MatchHistory
from tracker.vocabulary import events as ev
from tracker.vocabulary.events import Version


def list_gone(missing: Sequence[Entry]) -> tuple[Entry, ...]:
    """The lines among entries that no longer count: all but those that only took back."""
    return tuple(entry for entry in missing if not isinstance(entry.input, ev.Rewound))


def describe_gone(story: MatchHistory, missing: Sequence[Entry], *, within: bool = False) -> str:
    """What became of entries that follow one another in the book and no longer count.

    ``lines 41–47 before line 41 was set right``: they stand again further on, with the same
    numbers. ``within`` is for the line of an action in which this happened: of one that was
    corrected it says nothing of the lines after it, which tell what became of them themselves.
    """
    before = _corrections(story, missing)
    stood: dict[str, list[Entry]] = {}
    again: list[Entry] = []
    back: list[Entry] = []
    for entry in list_gone(missing):
        begun = before.get(entry.version)
        if begun is not None:
            stood.setdefault(_before_what(story, begun), []).append(entry)
        elif _stands_before(story, entry, missing[0].version):
            again.append(entry)
        else:
            back.append(entry)
    if within and any(stood):
        stood, again, back = {what: found for what, found in stood.items() if what}, [], []
    said = [_stood(story, entries, what, within=within) for what, entries in stood.items()]
    if again:
        said.append(f"the replay of {_lines(story, again)} taken back")
    if back:
        said.append(f"{_lines(story, back)} taken back")
    return ", ".join(said)


def _stands_before(story: MatchHistory, entry: Entry, first: Version) -> bool:
    """Whether a line said again still stands as it was said before a version."""
    version = entry.version
    while True:
        repeats: Version = getattr(story.lines[version - 1].event, "repeats", None) or 0
        if not 0 < repeats < version:
            return False
        if repeats < first and story.counts(repeats):
            return True
        version = repeats


def _corrections(story: MatchHistory, missing: Sequence[Entry]) -> dict[Version, Amends]:
    """By line, the last correction among these entries for which it was to be said again."""
    found: dict[Version, Amends] = {}
    for begun in story.amends:
        if missing[0].version <= begun.version <= missing[-1].version:
            found |= dict.fromkeys((begun.amends, *begun.index), begun)
    return found


def _before_what(story: MatchHistory, begun: Amends) -> str:
    return "" if begun.late else f"line {story.number_of(begun.amends)}"


def _stood(story: MatchHistory, entries: Sequence[Entry], what: str, *, within: bool) -> str:
    lines = _lines(story, entries)
    if not what:
        return f"{lines} before something was said late"
    if within:
        return f"{what} set right"
    return f"{lines} before {'it' if lines == what else what} was set right"


def _lines(story: MatchHistory, entries: Iterable[Entry]) -> str:
    """``line 45``, ``lines 45–47, 61``; a row between them that is no line is no gap."""
    spans: list[list[int]] = []
    for number in sorted({entry.number for entry in entries}):
        if spans and not any(_is_line(story, n) for n in range(spans[-1][-1] + 1, number)):
            spans[-1] = [spans[-1][0], number]
        else:
            spans.append([number])
    words = ", ".join("–".join(map(str, span)) for span in spans)
    return f"line {words}" if words.isdigit() else f"lines {words}"


def _is_line(story: MatchHistory, number: int) -> bool:
    version = story.find_version(number)
    return version is not None and not isinstance(story.get_entry(version).input, ev.Rewound)
