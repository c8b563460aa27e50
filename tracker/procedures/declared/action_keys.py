"""The meaning of single keys: the verb of a phase, letters for details.

Keys are a short way to write a line: ``12s`` becomes ``r1 > b2 soft``. Whatever reads lines does
the rest, so keys, lines and scripts write the same events.

>>> keys = Keys((KeyVerb("t", "tosses"), KeyVerb("m", "moves", amount="in")), usual={"toss": "t"})
>>> keys.find_usual_verb("toss").verb, keys.find_verb("m").format_measured("6")
('tosses', '6in')
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Literal

from msgspec import Struct, field

from tracker.procedures.match_view import Match
from tracker.vocabulary.names import FigureId, Subject, UnitId

Whom = Literal["nobody", "own", "enemy"]

MEANT_EVERYWHERE = frozenset("uU?:")
"""Keys with the same meaning at every prompt, which no ruleset can change."""

PASSES = "-"
"""The key of the verb that does nothing: typed alone it means the proposed subject."""


BEYOND_MEASURE = 9999
"""The reach of a figure without a limit."""


class KeyVerb(Struct, frozen=True):
    """A verb with one ``key`` after the actor; ``whom`` is the owner of the number that follows.

    ``text`` is shown next to the key. ``verb`` is that of its form; without one, actor and target
    stand alone: ``r1 > b2``. ``amount`` is the unit of the one digit that may follow (``m2``:
    ``2ap``; two digits where units act), or the word before a number that it ``counts`` (``v13``:
    ``models 3``). ``alone``: the target may be left out. ``each``: each of several actors has its
    own part of the line.
    """

    key: str
    verb: str = ""
    whom: Whom = "nobody"
    text: str = ""
    amount: str = ""
    alone: bool = False
    each: bool = False
    counts: bool = False

    def format_measured(self, digits: str) -> str:
        """The number ``digits`` in the form of a line: ``6in``, ``models 3``."""
        return f"{self.amount} {digits}" if self.counts else f"{digits}{self.amount}"


class Interrupts(Struct, frozen=True):
    """The ``key`` with which one of ``watching`` interrupts another side's action, with the verb
    ``breaks_in``: ``i22o``. A single possible interrupter need not be named. ``amount`` is the unit
    of the distance that may follow: ``i5``.
    """

    key: str
    breaks_in: str
    watching: Callable[[Match], tuple[Subject, ...]]
    amount: str = ""

    @property
    def verb(self) -> KeyVerb:
        """Its verb, with the target and distance that may follow."""
        return KeyVerb("", self.breaks_in, "enemy", amount=self.amount)


class KeyList(Struct, frozen=True):
    """A phase in which a side enters one list: the ``word`` of its line, and a letter for each
    unit: one of ``letters``, or one that ``count`` with a ``number``: ``1r3o51``.
    """

    word: str
    letters: Mapping[str, str]
    number: str
    count: Callable[[Match, UnitId], bool]


class FigureKeys(Struct, frozen=True):
    """How keys name figures where they act one by one: actors by the number in their group, targets
    by group and number. ``11218s`` is the first figure at the second of group 1, 18 cm, soft.

    ``acting`` is the figure if none is named; ``choosing`` the verb of a unit while none acts.
    After the target, digits are a distance in ``measure``, and letters in ``counts`` begin a number
    (``f2``: ``shots 2``; ``f`` alone is one). ``reach`` is a figure's maximum range: a greater
    number is rather read as the numbers of two figures.
    """

    acting: Callable[[Match], FigureId | None]
    choosing: KeyVerb
    measure: str = ""
    counts: Mapping[str, str] = field(default_factory=dict)
    reach: Callable[[Match, FigureId], int] = lambda *_: BEYOND_MEASURE


class Keys(Struct, frozen=True):
    """The keys of a ruleset. Raises ``ValueError`` for a key with two meanings.

    ``verbs`` are those without a form that has their key. ``usual`` names the default verb's key in
    each phase. ``figures`` says how single figures are named, ``interrupts`` how somebody
    interrupts. ``flags`` are letters for details; those in ``shared`` are also verbs before the
    target. ``unhurried`` phases may be left with units that have done nothing, without being asked
    twice. ``parts`` lists, for a unit that divides what it does with ``/``, the words that say each
    part. ``cannot`` says in a few words why a unit or figure has nothing more to do now; None where
    it has. ``order`` is that of its verbs in lists. ``until_moved``: ranges and covers are told,
    and hold only until somebody moves. ``chained``: several parts may be typed in a row
    (``1m7c1``), a blank before the next where its number would be read on (``2m6 5m9``). ``lists``
    are the phases of one list. ``words`` are the letters that, with nobody named, are a whole line
    of one word.
    """

    verbs: tuple[KeyVerb, ...] = ()
    usual: Mapping[str, str] = field(default_factory=dict)
    flags: Mapping[str, str] = field(default_factory=dict)
    unhurried: frozenset[str] = frozenset()
    parts: Callable[[Match, UnitId], tuple[str, ...]] = lambda *_: ()
    cannot: Callable[[Match, Subject], str | None] = lambda *_: None
    until_moved: bool = False
    shared: frozenset[str] = frozenset()
    figures: FigureKeys | None = None
    interrupts: Interrupts | None = None
    order: str = ""
    chained: bool = False
    lists: Mapping[str, KeyList] = field(default_factory=dict)
    words: Mapping[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        flags = [key for key in self.flags if key not in self.shared]
        said = [(verb.key, verb.text or verb.verb) for verb in self.verbs]
        said += [(key, self.flags[key]) for key in flags]
        said += [(key, "behind whom or in between") for key in self._more()]
        said += [(key, word) for key, word in self.words.items() if key not in self.shared]
        for key, words in said:
            others = [each for known, each in said if known == key]
            why = "it must be one letter or sign" if len(key) != 1 or key.isdigit() else ""
            why = why or ("it means the same everywhere" if key in MEANT_EVERYWHERE else "")
            why = why or (f"it already means {' and '.join(others)}" if len(others) > 1 else "")
            if why:
                message = f"{key!r} cannot be the key of {words!r}: {why}"
                raise ValueError(message)

    def list_letters(self) -> frozenset[str]:
        """Every key that can be typed, besides digits."""
        return frozenset({*(verb.key for verb in self.verbs), *self.flags, *self._more()})

    def _more(self) -> list[str]:
        counts = self.figures.counts if self.figures else ()
        return [*counts, *([self.interrupts.key] if self.interrupts else ())]

    def find_verb(self, key: str) -> KeyVerb | None:
        """The verb of a ``key``; None if it has none."""
        return next((verb for verb in self.verbs if verb.key == key), None)

    def find_usual_verb(self, phase: str) -> KeyVerb | None:
        """The meaning of actor and target alone in a phase; None if they have none."""
        return self.find_verb(self.usual[phase]) if phase in self.usual else None
