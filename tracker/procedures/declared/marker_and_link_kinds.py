"""The markers and links of a ruleset, each declared once.

A declaration *is* its id, so that rules are easy to read: ``match.has(unit, FIRED)`` tests for the
marker, and ``match.record(FIRED.set(unit))`` sets it for its duration.

>>> FIRED = MarkerKind("fired", "fired", "f", until="turn")
>>> FIRED.set("u:r1")
MarkerSet(subjects=('u:r1',), marker='fired', value=True, until='turn', by=None, hidden_from=())
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import KW_ONLY, dataclass, field
from enum import IntEnum
from typing import Any, Final, Literal, Self, TypeVar, dataclass_transform

from msgspec import Struct

from tracker.procedures.declared.marker_values import MarkerValues, OnOff
from tracker.procedures.match_view import Match
from tracker.vocabulary.events import Linked, MarkerCleared, MarkerSet, Revealed, Scalar, Unlinked
from tracker.vocabulary.renamed_names import keep_old_names, make_method_alias
from tracker.vocabulary.ruleset_display_names import LinkWord, MarkerWord
from tracker.vocabulary.subject_ids import SideId, Subject

Carrier = Literal["figure", "unit", "side", "match"]
Shown = Literal["value", "times", "since", "word", "hidden"]
Parts = Literal["", "both", "larger"]
Bearer = Callable[[Match, Subject], bool]
Until = Literal["", "step", "phase", "turn", "side turn", "own turn"]

S = TypeVar("S", bound=Subject)
W = TypeVar("W", MarkerWord, LinkWord)
D = TypeVar("D", bound=str)
ON_OFF: Final = OnOff()
_FROM_OTHERS: Final[Any] = None
"""The placeholder for a property that is derived from other properties."""


class OddsImportance(IntEnum):
    """The importance of a change for the odds.

    The odds leave out changes that are only bookkeeping.
    """

    BOOKKEEPING = 0
    USUAL = 1
    HARM = 2
    NERVE = 3


def _hyphenate(word: str) -> str:
    """Join the words of a name with hyphens for use in a line, as in ``half-speed``."""
    return "-".join(word.lower().rstrip(":").split())


def allow_anybody(_: Match, __: Subject) -> bool:
    return True


class MarkerFamily(Struct, frozen=True):
    """A group of markers of which a subject has at most one.

    In forms, the markers share the heading ``row``, and on the sheet of all units the heading
    ``column``. In a line, the word ``off`` removes any of them.
    """

    row: str
    off: str
    column: str = ""


class DeclaredId(str):
    """The id of a marker or link, with the properties from its declaration."""

    def __new__(cls, name: str, *_: object, **__: object) -> Self:
        return super().__new__(cls, name)

    @property
    def id(self) -> str:
        """The stored name of the marker or link."""
        return str(self)


@dataclass_transform(field_specifiers=(field,))
def make_dataclass_without_field_list(declaration_type: type[D]) -> type[D]:
    """Make a dataclass, and remove the list of its fields, which msgspec would store."""
    made = dataclass(eq=False, repr=False)(declaration_type)
    del made.__dataclass_fields__  # type: ignore[attr-defined]
    return made


@make_dataclass_without_field_list
class MarkerKind(DeclaredId):
    """A marker, with its id (``name``) and all its properties.

    ``sign`` is one character for the screen. ``on`` is the kind of subject that has the marker.
    ``shown`` says how the screen displays the marker. It shows its "value", its number if above one
    ("times"), its first turn ("since"), its "word" alone, or nothing ("hidden"). If ``quiet`` is
    true, changes are not logged. If ``nerve`` is true, the marker's bearer has lost nerve. If
    ``lasting`` is true, the marker is damage that may last into the next game. ``until`` says when
    the marker expires. ``parts`` says which part keeps the marker after a unit is split. A subject
    has at most one marker of a ``family``.

    ``says`` contains a word and a sign for each value that is displayed without the marker's own
    word. If ``waits`` is true, the marker takes effect later, and the log shows that effect.

    ``worth`` is the marker's importance in the odds. By default, the odds leave out quiet markers,
    hidden markers, and markers that last for a step or phase. ``news`` describes a change of the
    marker's value, if the usual words do not suit it.

    For manual corrections, ``values`` are the possible values, and ``bearer`` says which subjects
    have a row for the marker. In a line, the word ``said`` (by default, the marker's word) follows
    the subject's name. The word in ``off`` removes the marker, as does the word ``off`` after the
    marker. ``row`` is the heading in a form. By default, it is the marker's word. A hidden marker
    has no heading. ``column`` is the heading on the sheet of all units.
    """

    name: str
    word: str
    sign: str = ""
    on: Carrier = "unit"
    shown: Shown = "word"
    _: KW_ONLY
    quiet: bool = False
    nerve: bool = False
    lasting: bool = False
    until: Until = ""
    parts: Parts = ""
    family: MarkerFamily | None = None
    worth: OddsImportance = _FROM_OTHERS
    news: Callable[[str, str], Iterable[str]] | None = None
    values: MarkerValues = ON_OFF
    bearer: Bearer = allow_anybody
    said: str = ""
    off: str = ""
    row: str = ""
    column: str = ""
    says: dict[str, tuple[str, str]] = field(default_factory=dict)
    waits: bool = False

    def __post_init__(self) -> None:
        self.said = self.said or _hyphenate(self.word)
        self.row = self.row or ("" if self.shown == "hidden" else self.word)
        if self.worth is _FROM_OTHERS:
            kept = self.quiet or self.shown == "hidden" or self.until in ("step", "phase")
            usual = OddsImportance.BOOKKEEPING if kept else OddsImportance.USUAL
            self.worth = OddsImportance.NERVE if self.nerve else usual

    def set(
        self,
        *subjects: Subject,
        value: Scalar = True,
        by: Subject | None = None,
        until: str | None = None,
        hidden_from: tuple[SideId, ...] = (),
    ) -> MarkerSet:
        """Return the fact that these subjects get the marker. ``until`` overrides its duration.

        The sides in ``hidden_from`` do not see its ``value``.
        """
        lasts = self.until if until is None else until
        return MarkerSet(
            subjects=subjects,
            marker=self.id,
            value=value,
            until=lasts,
            by=by,
            hidden_from=hidden_from,
        )

    def make_reveal_fact(self, *subjects: Subject) -> Revealed:
        """Return the fact that reveals the marker's hidden value on these subjects."""
        return Revealed(subjects=subjects, marker=self.id)

    def cleared(self, *subjects: Subject) -> MarkerCleared:
        """Return the fact that these subjects lose the marker."""
        return MarkerCleared(subjects=subjects, marker=self.id)

    def list_carriers(self, match: Match, subjects: Iterable[S]) -> tuple[S, ...]:
        """List the given subjects that have the marker, in the given order."""
        return tuple(one for one in subjects if match.has(one, self))

    def record_on(
        self, match: Match, *subjects: Subject, value: Scalar = True, by: Subject | None = None
    ) -> None:
        """Record that these subjects get the marker with ``value``.

        Does nothing without subjects.
        """
        if subjects:
            match.record(self.set(*subjects, value=value, by=by))

    def record_cleared(self, match: Match, *subjects: Subject) -> None:
        """Record that the given subjects lose the marker, if they have it."""
        if had := self.list_carriers(match, subjects):
            match.record(self.cleared(*had))

    def number(self, match: Match, subject: Subject) -> int:
        """Return the marker's number on a subject, or 0 if the subject does not have it."""
        return int(match.mark(subject, self.id) or 0)

    def make_increase_fact(self, match: Match, subject: Subject, n: int) -> MarkerSet:
        """Return the fact that increases the marker's number on a subject by ``n``."""
        return self.set(subject, value=self.number(match, subject) + n)

    more = make_method_alias("more", "make_increase_fact")


@make_dataclass_without_field_list
class LinkKind(DeclaredId):
    """A kind of link between two subjects, with its id (``name``) and its words.

    ``sign`` is one character for the screen. ``on`` says which subjects can have the link, and
    ``until`` says when it ends. If ``placed`` is true, the link's value is its position among the
    links of its kind. If ``carried`` is true, the first subject moves with the second. In the log,
    the words ``made`` and ``parted`` appear between the two subjects. A ``quiet`` link is not
    logged. Instead, the log adds up its values under the name in ``counts``, such as wounds.
    ``back`` is the link's word from the second subject's view, if that is different.

    In a line that corrects a link, the subject's name is followed by ``said`` and the other
    subject. The word in ``off`` ends all links of the subject. ``bearer`` says which subjects can
    be the first of the two. If ``within`` is true, both subjects belong to the same side.

    ``spares`` names a table in profiles and one of its values, as in ``vehicle.walker``. The link
    is not displayed if an end's profile contains the table without this value.
    """

    name: str
    word: str
    sign: str = ""
    on: Carrier = "unit"
    _: KW_ONLY
    until: Until = ""
    said: str = ""
    off: str = ""
    placed: bool = False
    carried: bool = False
    made: str = ""
    parted: str = ""
    quiet: bool = False
    counts: str = ""
    back: str = ""
    bearer: Bearer = allow_anybody
    within: bool = False
    spares: str = ""

    def __post_init__(self) -> None:
        self.said = self.said or _hyphenate(self.word)

    def make_link_fact(self, a: Subject, b: Subject, value: Scalar = True) -> Linked:
        """Return the fact that ``a`` is linked to ``b`` with this ``value``."""
        return Linked(relation=self.id, a=a, b=b, value=value, until=self.until)

    def make_link_facts(self, match: Match, a: Subject, *others: Subject) -> tuple[Linked, ...]:
        """Return the facts that link ``a`` to each of ``others``, in this order."""
        if not self.placed:
            return tuple(self.make_link_fact(a, other) for other in others)
        links = (match.link(self, *pair) for pair in match.pairs(self))
        last = max((int(link.value) for link in links if link is not None), default=0)
        return tuple(self.make_link_fact(a, other, last + n) for n, other in enumerate(others, 1))

    def make_unlink_fact(self, a: Subject, b: Subject) -> Unlinked:
        """Return the fact that the link from ``a`` to ``b`` ends."""
        return Unlinked(relation=self.id, a=a, b=b)


def make_stored_names(kind: MarkerKind | LinkKind, word_type: type[W]) -> W:
    """Make the display names of a marker or link.

    A match stores them, so that it is readable without the rules.
    """
    names = (name for name in word_type.__struct_fields__ if hasattr(kind, name))
    return word_type(**{name: getattr(kind, name) for name in names})


keep_old_names(__name__)
