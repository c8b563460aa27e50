"""The meaning of single keys. A key stands for a verb of the current phase, or for a detail.

Keys are a short way to write a line: ``12s`` becomes ``r1 > b2 soft``. The line parser then parses
this line, so keys, lines and scripts write the same events.

>>> keys = Keys((KeyVerb("t", "tosses"), KeyVerb("m", "moves", amount="in")), usual={"toss": "t"})
>>> keys.find_usual_verb("toss").verb, keys.find_verb("m").format_amount("6")
('tosses', '6in')
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Literal

from msgspec import Struct, field
from msgspec.structs import replace

from tracker.procedures.match_view import Match
from tracker.vocabulary.renamed_names import keep_old_names
from tracker.vocabulary.subject_ids import FigureId, Subject, UnitId

Whom = Literal["nobody", "own", "enemy"]

MEANT_EVERYWHERE = frozenset("uU?:")
"""The keys that have the same meaning at every prompt. No ruleset can change them."""

PASS_KEY = "-"
"""The key with which a unit passes. If no unit is named, the proposed unit passes."""


UNLIMITED_RANGE = 9999
"""The number that ``reach`` returns for a figure with unlimited range."""


class KeyVerb(Struct, frozen=True):
    """A verb and the ``key`` typed after the actor.

    ``whom`` says whether the number of an enemy or own unit follows the key, or no number. ``text``
    is displayed next to the key. ``verb`` is the verb of the form. If it is empty, the line has
    only an actor and a target: ``r1 > b2``. ``amount`` is the unit of the digits after the key, as
    in ``m2`` for ``2ap``. If ``counts`` is true, ``amount`` is a word that comes before the number:
    ``models 3``. If ``alone`` is true, the target may be omitted. If ``each`` is true, each of
    several actors gets its own part of the line. ``flags`` are the letters of the details that can
    follow. The ruleset derives them from the forms with this verb. ``before_target`` is the detail
    that is added if an action against an enemy is chained to this one (``1w5c3``). ``more``
    describes a detail that only a typed line can add. If a unit must now use another verb of the
    form (``flees``), ``find_other_verb`` returns that verb. Otherwise, it returns "".
    """

    key: str
    verb: str = ""
    whom: Whom = "nobody"
    text: str = ""
    amount: str = ""
    alone: bool = False
    each: bool = False
    counts: bool = False
    flags: frozenset[str] | None = None
    more: Callable[[Match, UnitId], str] | None = None
    find_other_verb: Callable[[Match, UnitId], str] = lambda *_: ""
    before_target: str = ""

    def format_amount(self, digits: str) -> str:
        """Format typed ``digits`` as in a line, such as ``6in`` or ``models 3``."""
        return f"{self.amount} {digits}" if self.counts else f"{digits}{self.amount}"

    def with_verb_for_unit(self, match: Match, unit: UnitId) -> KeyVerb:
        """Return the key with the verb that this ``unit`` of the ``match`` must use now."""
        other = self.find_other_verb(match, unit) if match.exists(unit) else ""
        return replace(self, verb=other) if other else self


class InterruptKeys(Struct, frozen=True):
    """The ``key`` with which a unit interrupts an enemy action (``i22o``).

    ``watching`` lists the units that can interrupt. If there is only one, players need not name it.
    ``breaks_in`` is the verb. ``amount`` is the unit of measure of a distance that may follow, as
    in ``i5``.
    """

    key: str
    breaks_in: str
    watching: Callable[[Match], tuple[Subject, ...]]
    amount: str = ""

    @property
    def verb(self) -> KeyVerb:
        """The verb of the interrupt. A target and a distance may follow it."""
        return KeyVerb("", self.breaks_in, "enemy", amount=self.amount)


class KeyList(Struct, frozen=True):
    """The keys of a phase in which a side enters all its units in one list, such as ``1r3o51``.

    ``word`` is the first word of the line. Each unit gets one of ``letters``. A unit for which
    ``count`` returns true gets a number instead. ``number`` is the word for that number, such as
    speed.
    """

    word: str
    letters: Mapping[str, str]
    number: str
    count: Callable[[Match, UnitId], bool]


class FigureKeys(Struct, frozen=True):
    """The keys that name single figures in games where figures act individually.

    An actor is named by its number in its group, and a target by its group and number. In
    ``11218s``, figure 1 fires at figure 2 of group 1, 18 cm away in soft cover. If no figure is
    named, ``acting`` returns the figure that acts. ``choosing`` is the verb of a unit while none of
    its figures acts. Digits after the target are a distance in ``measure``. Letters in ``counts``
    begin a number (``f2`` is ``shots 2``; ``f`` alone means one). ``reach`` returns a figure's
    maximum range. A greater number cannot be a distance, so it is read as the numbers of two
    figures.
    """

    acting: Callable[[Match], FigureId | None]
    choosing: KeyVerb
    measure: str = ""
    counts: Mapping[str, str] = field(default_factory=dict)
    reach: Callable[[Match, FigureId], int] = lambda *_: UNLIMITED_RANGE


class Keys(Struct, frozen=True):
    """The keys of a ruleset. Raises ``ValueError`` for a key with two meanings.

    ``verbs`` are verbs whose form has no key of its own. ``usual`` maps each phase to the key of
    its default verb. ``figures`` says how single figures are named, and ``interrupts`` how a unit
    interrupts. ``flags`` are letters for details. Those in ``shared`` are also verbs before the
    target. Players need not confirm the end of ``unhurried`` phases, even if some units have done
    nothing. A slash in a line divides a unit's action among its parts, and ``parts`` lists the
    words for these parts. ``cannot`` returns a short reason why a unit or figure can no longer act
    now, or None. ``order`` is the order of verbs in lists. If ``until_moved`` is true, entered
    ranges and covers are valid only until somebody moves. If ``chained`` is true, several parts may
    be typed in a row (``1m7c1``). A space separates two numbers (``2m6 5m9``). ``lists`` are the
    phases in which a side enters a single list. ``words`` are letters for lines that consist of one
    word.
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
    interrupts: InterruptKeys | None = None
    order: str = ""
    chained: bool = False
    lists: Mapping[str, KeyList] = field(default_factory=dict)
    words: Mapping[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        flags = [key for key in self.flags if key not in self.shared]
        meanings = [(verb.key, verb.text or verb.verb) for verb in self.verbs]
        meanings += [(key, self.flags[key]) for key in flags]
        meanings += [
            (key, "a number or an interrupt") for key in self._list_count_and_interrupt_keys()
        ]
        meanings += [(key, word) for key, word in self.words.items() if key not in self.shared]
        for key, words in meanings:
            others = [each for known, each in meanings if known == key]
            why = "it must be a single letter or sign" if len(key) != 1 or key.isdigit() else ""
            why = why or ("it has the same meaning everywhere" if key in MEANT_EVERYWHERE else "")
            why = why or (f"it already means {' and '.join(others)}" if len(others) > 1 else "")
            if why:
                raise ValueError(f"{key!r} cannot be the key of {words!r}: {why}")

    def list_key_characters(self) -> frozenset[str]:
        """Return every character that can be typed as a key, except digits."""
        return frozenset(
            {
                *(verb.key for verb in self.verbs),
                *self.flags,
                *self._list_count_and_interrupt_keys(),
            }
        )

    def _list_count_and_interrupt_keys(self) -> list[str]:
        counts = self.figures.counts if self.figures else ()
        return [*counts, *([self.interrupts.key] if self.interrupts else ())]

    def find_verb(self, key: str) -> KeyVerb | None:
        """Return the verb with this ``key``, or None if there is none."""
        return next((verb for verb in self.verbs if verb.key == key), None)

    def map_flag_keys_to_words(self, verb: KeyVerb | None) -> dict[str, str]:
        """Map the letters that can follow ``verb`` (if None, any verb) to their words."""
        known = None if verb is None else verb.flags
        return {key: word for key, word in self.flags.items() if known is None or key in known}

    def find_usual_verb(self, phase: str) -> KeyVerb | None:
        """Return the default verb of a ``phase``, for lines with only an actor and a target.

        Returns None if the phase has no default verb.
        """
        return self.find_verb(self.usual[phase]) if phase in self.usual else None


keep_old_names(__name__)
