"""The markers and links of a ruleset, each declared once.

A declaration *is* its id, so that rules are easy to read: ``match.has(unit, FIRED)`` tests for the
marker, and ``match.record(FIRED.set(unit))`` sets it for its duration.

>>> FIRED = MarkerKind("fired", "fired", "f", until="turn")
>>> FIRED.set("u:r1")
MarkerSet(subjects=('u:r1',), marker='fired', value=True, until='turn', by=None, hidden_from=())
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from enum import IntEnum
from typing import Final, Literal, TypeVar

from msgspec import Struct

from tracker.procedures.declared.marker_values import MarkerValues, OnOff
from tracker.procedures.match_view import Match
from tracker.vocabulary.events import Linked, MarkerCleared, MarkerSet, Revealed, Scalar, Unlinked
from tracker.vocabulary.renamed_names import keep_old_names
from tracker.vocabulary.ruleset_display_names import LinkWord, MarkerWord
from tracker.vocabulary.subject_ids import SideId, Subject

Carrier = Literal["figure", "unit", "side", "match"]
Shown = Literal["value", "times", "since", "word", "hidden"]
Parts = Literal["", "both", "larger"]
News = Callable[[str, str], Iterable[str]]
Bearer = Callable[[Match, Subject], bool]
Until = Literal["", "step", "phase", "turn", "side turn", "own turn"]

S = TypeVar("S", bound=Subject)
ON_OFF: Final = OnOff()


class OddsImportance(IntEnum):
    """The importance of a change in the odds. Changes that are only bookkeeping are left out."""

    BOOKKEEPING = 0
    USUAL = 1
    HARM = 2
    NERVE = 3


def _joined(word: str) -> str:
    """Join a name of several words with hyphens for use in a line: ``half-speed``."""
    return "-".join(word.lower().rstrip(":").split())


def allow_anybody(_: Match, __: Subject) -> bool:
    return True


class MarkerFamily(Struct, frozen=True):
    """A group of markers. A subject has at most one of them.

    In forms, they share the heading ``row``, and on the sheet of all units the heading ``column``.
    In a line, the word ``off`` removes any of them.
    """

    row: str
    off: str
    column: str = ""


class MarkerKind(str):
    """A marker, with its id (``name``) and all its properties.

    ``sign`` is one character for the screen. ``on`` is the kind of subject that has the marker.
    ``shown`` says how the screen displays it: "value" with its value, "times" with a number above
    one, "since" with its first turn, "word" as the word alone, "hidden" not at all. If ``quiet`` is
    true, changes are not logged. If ``nerve`` is true, the marker's bearer has lost nerve.
    ``lasting`` damage may be carried over to the next game. ``until`` says when the marker expires,
    and ``parts`` which part of a split unit keeps it. A subject has one marker per ``family``.

    ``says`` has a word and a sign for each value that is displayed without the marker's own word.
    If ``waits`` is true, the marker takes effect later, and the log shows that effect.

    In the odds, ``worth`` is the marker's importance among the possible results. By default, quiet
    and hidden markers and those of a step or phase are bookkeeping, which the odds leave out.
    ``news`` describes a change of value if the usual words do not fit.

    For corrections by hand, ``values`` are the possible values, and ``bearer`` says which subjects
    have a row for the marker. In a line, ``said`` follows the name (the default is the marker's
    word), and ``off``, like the word ``off`` after the marker, removes it. ``row`` is the heading
    in a form (the default is the word, or none for a hidden marker). ``column`` is the heading on
    the sheet of all units.
    """

    word: str
    sign: str
    on: Carrier
    shown: Shown
    quiet: bool
    nerve: bool
    lasting: bool
    until: Until
    parts: Parts
    family: MarkerFamily | None
    worth: OddsImportance
    news: News | None
    values: MarkerValues
    bearer: Bearer
    said: str
    off: str
    row: str
    column: str
    says: Mapping[str, tuple[str, str]]
    waits: bool

    def __new__(  # noqa: PLR0913 - what a marker is
        cls,
        name: str,
        word: str,
        sign: str = "",
        on: Carrier = "unit",
        shown: Shown = "word",
        *,
        quiet: bool = False,
        nerve: bool = False,
        lasting: bool = False,
        until: Until = "",
        parts: Parts = "",
        family: MarkerFamily | None = None,
        worth: OddsImportance | None = None,
        news: News | None = None,
        values: MarkerValues = ON_OFF,
        bearer: Bearer = allow_anybody,
        said: str = "",
        off: str = "",
        row: str = "",
        column: str = "",
        says: Mapping[str, tuple[str, str]] | None = None,
        waits: bool = False,
    ) -> MarkerKind:
        self = super().__new__(cls, name)
        self.word, self.sign, self.on, self.shown = word, sign, on, shown
        self.quiet, self.nerve, self.until, self.parts = quiet, nerve, until, parts
        self.lasting = lasting
        self.family, self.values, self.bearer = family, values, bearer
        kept = quiet or shown == "hidden" or until in ("step", "phase")
        usual = (
            OddsImportance.NERVE
            if nerve
            else OddsImportance.BOOKKEEPING
            if kept
            else OddsImportance.USUAL
        )
        self.worth, self.news = usual if worth is None else worth, news
        self.said, self.off, self.column = said or _joined(word), off, column
        self.says, self.waits = says or {}, waits
        self.row = row or ("" if shown == "hidden" else word)
        return self

    @property
    def id(self) -> str:
        """The stored name of the marker."""
        return str(self)

    def set(
        self,
        *subjects: Subject,
        value: Scalar = True,
        by: Subject | None = None,
        until: str | None = None,
        hidden_from: tuple[SideId, ...] = (),
    ) -> MarkerSet:
        """Return the fact that these subjects get the marker, for its duration (or ``until``).

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

    def reveal_on(self, *subjects: Subject) -> Revealed:
        """Return the fact that the marker's value on these subjects is no longer hidden."""
        return Revealed(subjects=subjects, marker=self.id)

    def cleared(self, *subjects: Subject) -> MarkerCleared:
        """Return the fact that these subjects lose the marker."""
        return MarkerCleared(subjects=subjects, marker=self.id)

    def list_carriers(self, match: Match, subjects: Iterable[S]) -> tuple[S, ...]:
        """List the given subjects that have the marker, in the given order."""
        return tuple(one for one in subjects if match.has(one, self))

    def set_on(
        self, match: Match, *subjects: Subject, value: Scalar = True, by: Subject | None = None
    ) -> None:
        """Record that these subjects, if there are any, get the marker with ``value``."""
        if subjects:
            match.record(self.set(*subjects, value=value, by=by))

    def clear_from(self, match: Match, *subjects: Subject) -> None:
        """Record that the given subjects lose the marker, if they have it."""
        if had := self.list_carriers(match, subjects):
            match.record(self.cleared(*had))

    def number(self, match: Match, subject: Subject) -> int:
        """Return the marker's number on a subject, or 0 if the subject does not have it."""
        return int(match.mark(subject, self.id) or 0)

    def more(self, match: Match, subject: Subject, n: int) -> MarkerSet:
        """Return the fact that the marker's number on a subject increases by ``n``."""
        return self.set(subject, value=self.number(match, subject) + n)


class LinkKind(str):
    """A kind of link between two subjects, with its id (``name``) and its words.

    ``sign`` is one character for the screen. ``on`` says which subjects can have the link, and
    ``until`` when it ends. If ``placed`` is true, the value is the link's position among the links
    of its kind. If ``carried`` is true, the first subject moves with the second. In the log, the
    words ``made`` and ``parted`` appear between the two subjects. A ``quiet`` link is not logged,
    but its values are added up under the name in ``counts`` (wounds). ``back`` is the link's word
    from the second subject's view, if that is different.

    For corrections by hand in a line, ``said`` and the other subject follow the name, and ``off``
    ends all its links. ``bearer`` says which subjects can be the first of the two. If ``within`` is
    true, both subjects belong to the same side.
    """

    word: str
    sign: str
    on: Carrier
    until: Until
    said: str
    off: str
    placed: bool
    carried: bool
    made_by: str
    parted_by: str
    quiet: bool
    counts: str
    back: str
    bearer: Bearer
    within: bool

    def __new__(  # noqa: PLR0913 - what a link is
        cls,
        name: str,
        word: str,
        sign: str = "",
        on: Carrier = "unit",
        *,
        until: Until = "",
        said: str = "",
        off: str = "",
        placed: bool = False,
        carried: bool = False,
        made: str = "",
        parted: str = "",
        quiet: bool = False,
        counts: str = "",
        back: str = "",
        bearer: Bearer = allow_anybody,
        within: bool = False,
    ) -> LinkKind:
        self = super().__new__(cls, name)
        self.quiet, self.counts, self.back = quiet, counts, back
        self.bearer, self.within = bearer, within
        self.carried, self.made_by, self.parted_by = carried, made, parted
        self.word, self.sign, self.on, self.until = word, sign, on, until
        self.said, self.off, self.placed = said or _joined(word), off, placed
        return self

    @property
    def id(self) -> str:
        """The stored name of the link."""
        return str(self)

    def link_between(self, a: Subject, b: Subject, value: Scalar = True) -> Linked:
        """Return the fact that ``a`` is linked to ``b`` with this ``value``."""
        return Linked(relation=self.id, a=a, b=b, value=value, until=self.until)

    def link_to_all(self, match: Match, a: Subject, *others: Subject) -> tuple[Linked, ...]:
        """Return the facts that ``a`` is linked to each of ``others`` in turn."""
        if not self.placed:
            return tuple(self.link_between(a, other) for other in others)
        links = (match.link(self, *pair) for pair in match.pairs(self))
        last = max((int(link.value) for link in links if link is not None), default=0)
        return tuple(self.link_between(a, other, last + n) for n, other in enumerate(others, 1))

    def unlink_between(self, a: Subject, b: Subject) -> Unlinked:
        """Return the fact that the link from ``a`` to ``b`` ends."""
        return Unlinked(relation=self.id, a=a, b=b)


def make_marker_words(markers: Iterable[MarkerKind]) -> tuple[MarkerWord, ...]:
    """Make the markers' display names for a match, so that it can be read without its rules."""
    return tuple(
        MarkerWord(
            each.id,
            each.word,
            each.sign,
            each.on,
            each.shown,
            each.quiet,
            each.nerve,
            each.lasting,
            dict(each.says),
            each.waits,
        )
        for each in markers
    )


def make_link_words(links: Iterable[LinkKind]) -> tuple[LinkWord, ...]:
    return tuple(
        LinkWord(
            each.id,
            each.word,
            each.sign,
            made=each.made_by,
            parted=each.parted_by,
            carried=each.carried,
            quiet=each.quiet,
            counts=each.counts,
            back=each.back,
        )
        for each in links
    )


keep_old_names(__name__, Worth="OddsImportance", Family="MarkerFamily")
