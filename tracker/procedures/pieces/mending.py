"""What can be set right by hand, as data: how each thing stands, and what is said to change it."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from msgspec import Struct

from tracker.procedures.view import Match
from tracker.vocabulary.names import MATCH, Subject, handle

NOTHING = "–"
YES = "yes"


class Mend(Struct, frozen=True):
    """Something of a unit, a figure, a side or the match that people can set right.

    ``value`` is how it stands; ``ways`` are the values it can take, in order, each with the part
    of a line that brings it there (nothing for the one it has). ``column`` is its heading on the
    sheet of all units; without one it stands only on the sheet of its own subject. ``counts``:
    its values are numbers that people say as a change (one more), too.
    """

    subject: Subject
    word: str
    value: str
    ways: tuple[tuple[str, str], ...]
    column: str = ""
    counts: bool = False

    @property
    def values(self) -> tuple[str, ...]:
        return tuple(value for value, _ in self.ways)

    def part(self, value: str) -> str:
        """The part of a line that sets it to a value. Raises ``KeyError``."""
        return dict(self.ways)[value]


def number(
    subject: Subject, word: str, value: int, most: int, say: Callable[[int], str], column: str = ""
) -> Mend:
    """An amount from nought; ``say`` says a number to set it to."""
    ways = ((str(n), "" if n == value else say(n)) for n in range(max(most, value) + 1))
    return Mend(subject, word, str(value), tuple(ways), column, counts=True)


def tally(
    subject: Subject, word: str, value: int, reach: int, say: Callable[[str], str], column: str = ""
) -> Mend:
    """An amount that is said by its change, such as ``+2``: up to ``reach`` more or fewer."""
    numbers = range(value - reach, value + reach + 1)
    ways = ((str(n), "" if n == value else say(f"{n - value:+d}")) for n in numbers)
    return Mend(subject, word, str(value), tuple(ways), column, counts=True)


def switch(subject: Subject, word: str, on: bool, line: str, column: str = "") -> Mend:
    """Something that is there or not: ``line`` puts it there, ``line off`` takes it away."""
    ways = ((NOTHING, f"{line} off" if on else ""), (YES, "" if on else line))
    return Mend(subject, word, YES if on else NOTHING, ways, column)


def choice(
    subject: Subject,
    word: str,
    value: str,
    ways: Iterable[tuple[str, str]],
    column: str = "",
) -> Mend:
    """One of several; the value it has needs no words."""
    said = tuple((each, "" if each == value else line) for each, line in ways)
    if value not in dict(said):
        said = ((value, ""), *said)
    return Mend(subject, word, value, said, column)


def phases(match: Match, known: Iterable[tuple[str, str, bool]]) -> Mend:
    """Which phase it is, and whose half: phases as (id, word, whether sides have halves)."""
    order = match.clock.order or match.sides
    words: dict[str, str] = {}
    ways: list[tuple[str, str]] = []
    for phase, word, halves in known:
        words[phase] = word
        if halves:
            halved = [(f"{word}, {match.side_name(side)}", handle(side)) for side in order]
            ways += ((name, f"fix phase {phase} {letter}") for name, letter in halved)
        else:
            ways.append((word, f"fix phase {phase}"))
    stands = words.get(match.phase, match.phase)
    if match.clock.side is not None and stands not in dict(ways):
        stands += f", {match.side_name(match.clock.side)}"
    return choice(MATCH, "phase", stands, ways)
