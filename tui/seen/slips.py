"""A line as fields to fill in: who does what, then each answer."""

from __future__ import annotations

from collections.abc import Sequence

from tracker.application.game import Game
from tracker.application.log import LogLine
from tracker.application.previewing import ASKED, Preview
from tracker.application.slips import Anew, can_be_said
from tracker.application.story import Entry
from tracker.vocabulary import events as ev
from tui.fields import Field
from tui.seen.lines import entries_of
from tui.seen.proposals import line_of
from tui.seen.running import chosen_words, retyped

NUMBERS = (
    *("no", "one", "two", "three", "four", "five", "six"),
    *("seven", "eight", "nine", "ten", "eleven", "twelve"),
)


def parts_of(game: Game, line: LogLine) -> list[tuple[Entry, Field]]:
    """What people said in a line, oldest first, each with its field."""
    entries = [entry for entry in entries_of(game, line) if can_be_said(entry)]
    if line.kind not in ("note", "set right"):
        entries = [e for e in entries if not isinstance(e.input, (ev.Noted, ev.Corrected))]
    return [(entry, _field(game, entry)) for entry in entries]


def _field(game: Game, entry: Entry) -> Field:
    match entry.input:
        case ev.ActionTaken() as taken:
            return Field("line", line_of(game, taken))
        case ev.Rolled() as rolled:
            return Field(rolled.what, retyped(rolled))
        case ev.Chosen() as chosen:
            return Field(chosen.what, chosen_words(chosen))
        case ev.Noted(text=text):
            return Field("note", text)
    return Field("fix", "")


def anew(parts: Sequence[tuple[Entry, Field]]) -> Anew:
    """The parts with what was typed in their fields."""
    return [(entry, field.text.strip() if field.changed else None) for entry, field in parts]


def verdict(preview: Preview, line: LogLine) -> str:
    """``No line needs an answer. Two later lines read differently, 120 stay the same.``"""
    later = [each for each in preview.lines if not line.number <= each.number <= line.last]
    differ = [each for each in later if each.note != ASKED]
    asked = preview.needs
    if not asked:
        first = "No line needs an answer."
    elif len(asked) == 1:
        first = f"Line {asked[0]} needs an answer: the table asks for it."
    else:
        first = f"{_count(len(asked))} lines need an answer, line {asked[0]} first."
    stay = f"{preview.unchanged} {'stays' if preview.unchanged == 1 else 'stay'} the same."
    if not differ:
        return f"{first} No later line reads differently, {stay}"
    reads = "line reads" if len(differ) == 1 else "lines read"
    return f"{first} {_count(len(differ))} later {reads} differently, {stay}"


def _count(number: int) -> str:
    word = NUMBERS[number] if number < len(NUMBERS) else str(number)
    return word.capitalize()
