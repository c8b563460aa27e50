"""What single keys mean where lines are keyed: the verb a phase is about, letters for the rest.

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

from tracker.procedures.view import Match
from tracker.vocabulary.names import FigureId, Subject, UnitId

Whom = Literal["nobody", "own", "enemy"]

MEANT_EVERYWHERE = frozenset("uU?:")
"""Keys that mean the same at every prompt: no ruleset may give them another meaning."""

PASSES = "-"
"""The key of the verb that does nothing: typed alone it means whoever is proposed."""


BEYOND_MEASURE = 9999
"""How far a figure can shoot where nothing says it."""


class KeyVerb(Struct, frozen=True):
    """A verb said with one ``key`` after who; ``whom`` is whose number follows.

    ``text`` is told beside the key. ``verb`` is that of its form; without one who and whom stand
    alone: ``r1 > b2``. ``amount`` is the unit of the one digit that may follow (``m2``: ``2ap``;
    two digits where units act), or the word before it where it ``counts`` (``v13``: ``models 3``).
    ``alone``: whom may be left out altogether. ``each``: said for several, each of them has a part
    of the line.
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
        """The number ``digits`` behind it as a line says it: ``6in``, ``models 3``."""
        return f"{self.amount} {digits}" if self.counts else f"{digits}{self.amount}"


class Interrupts(Struct, frozen=True):
    """The ``key`` with which one of ``watching`` comes in between an action of another side, by the
    verb ``breaks_in``: ``i22o``. Where only one may, nobody has to be named. ``amount`` is the unit
    of the distance that may follow: ``i5``.
    """

    key: str
    breaks_in: str
    watching: Callable[[Match], tuple[Subject, ...]]
    amount: str = ""

    @property
    def verb(self) -> KeyVerb:
        """Its verb, with whom and the distance that may follow."""
        return KeyVerb("", self.breaks_in, "enemy", amount=self.amount)


class KeyList(Struct, frozen=True):
    """A phase in which a side says one list: the ``word`` of its line, and what stands behind each
    unit: one of the ``letters``, or behind those that ``count`` a ``number``: ``1r3o51``.
    """

    word: str
    letters: Mapping[str, str]
    number: str
    count: Callable[[Match, UnitId], bool]


class FigureKeys(Struct, frozen=True):
    """How keys name figures where they act one by one: who by the number in its group, whom by
    group and number, ``11218s`` for the first at the second of group 1, 18 cm, soft.

    ``acting`` is the figure meant where nobody is named; ``choosing`` the verb of a unit while
    none acts. Behind whom digits are a distance in ``measure``, and letters of ``counts`` begin
    a number (``f2``: ``shots 2``; ``f`` alone is one). ``reach`` is how far a figure can shoot: a
    number beyond it was rather meant as the numbers of two figures.
    """

    acting: Callable[[Match], FigureId | None]
    choosing: KeyVerb
    measure: str = ""
    counts: Mapping[str, str] = field(default_factory=dict)
    reach: Callable[[Match, FigureId], int] = lambda *_: BEYOND_MEASURE


class Keys(Struct, frozen=True):
    """The keys of a ruleset. Raises ``ValueError`` for a key with two meanings.

    ``verbs`` are those without a form that has their key. ``usual`` names the key of the verb that
    each phase means when none is typed. ``figures`` says how single figures are named,
    ``interrupts`` how somebody comes in between. ``flags`` are letters for words that say how;
    those ``shared`` are verbs too, before whom. ``unhurried`` phases may be left with units that
    have done nothing, without being asked twice. ``parts`` lists, for a unit that divides what it
    does with ``/``, the words that say each part. ``cannot`` says in a few words why a unit or
    figure has nothing more to do now; None where it has. ``order`` is that of its verbs in lists.
    ``until_moved``: ranges and covers are told, and hold only until somebody moves. ``chained``:
    several parts may be typed in a row (``1m7c1``), a blank before the next where its number would
    be read on (``2m6 5m9``). ``lists`` are the phases of one list. ``words`` are the letters that,
    with nobody named, are a whole line of one word.
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
        """Every key that may stand in what is typed, beside digits."""
        return frozenset({*(verb.key for verb in self.verbs), *self.flags, *self._more()})

    def _more(self) -> list[str]:
        counts = self.figures.counts if self.figures else ()
        return [*counts, *([self.interrupts.key] if self.interrupts else ())]

    def find_verb(self, key: str) -> KeyVerb | None:
        """The verb of a ``key``; None where it has none."""
        return next((verb for verb in self.verbs if verb.key == key), None)

    def find_usual_verb(self, phase: str) -> KeyVerb | None:
        """What who and whom alone mean in a phase; None where they mean nothing."""
        return self.find_verb(self.usual[phase]) if phase in self.usual else None
