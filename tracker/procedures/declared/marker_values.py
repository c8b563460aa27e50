"""The possible values of a marker: people write them after its word when they set it right.

>>> shaken = Amount("shaken", high=9, counts=True)
>>> shaken.parse_value(match, "u:r1", "3", None), shaken.parse_value(match, "u:r1", "+1", 3)
(3, 4)
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, ClassVar, Final, Protocol

from msgspec import Struct

from tracker.procedures.match_view import Match, UnknownName
from tracker.procedures.pieces.line_argument_parsing import parse_whole_number
from tracker.procedures.pieces.subject_lookup import find_one_of
from tracker.vocabulary.events import Scalar
from tracker.vocabulary.names import Subject
from tracker.vocabulary.renamed_names import make_alias_getter

YES: Final = "yes"


class Values(Protocol):
    """The values of a kind of marker: how they are parsed, formatted, and offered in a form.

    ``counts``: they are numbers, which are zero without a marker. ``nought``: 0 means none.
    """

    @property
    def counts(self) -> bool: ...

    @property
    def zero_means_none(self) -> bool: ...

    def parse_value(self, match: Match, subject: Subject, said: str, had: Scalar | None) -> Scalar:
        """Parse a value ("" means the marker alone). Raises ``UnknownName``."""

    def format_value(self, match: Match, subject: Subject, value: Scalar) -> str:
        """The text of a value."""

    def list_choices(self, match: Match, subject: Subject) -> Iterable[str]:
        """The texts of the values in a form."""


class OnOff(Struct, frozen=True):
    """Present or not; ``value`` is the value if it needs one."""

    value: Scalar = True
    counts: ClassVar = False
    zero_means_none: ClassVar = True

    def parse_value(self, _: Match, __: Subject, said: str, ___: Scalar | None) -> Scalar:
        """Its value. Raises ``UnknownName`` for any word but yes."""
        if said not in ("", YES):
            message = f"{said} is not understood here: leave it out, or type off instead"
            raise UnknownName(message)
        return self.value

    def format_value(self, _: Match, __: Subject, ___: Scalar) -> str:
        """``yes``, whatever the value."""
        return YES

    def list_choices(self, _: Match, __: Subject) -> Iterable[str]:
        """Only ``yes``: off is offered for every marker."""
        return (YES,)


class Amount(Struct, frozen=True):
    """An integer; ``bare`` computes it if none is given, ``most`` is the last in a form.

    One that ``counts`` can be changed by a difference: ``+1``.
    """

    what: str
    low: int = 1
    high: int = 99
    most: int | Callable[[Match, Subject], int] | None = None
    bare: Callable[[Match, Scalar | None], int] | None = None
    counts: bool = False

    @property
    def zero_means_none(self) -> bool:
        """Whether 0 means none."""
        return self.low > 0

    def parse_value(self, match: Match, _: Subject, said: str, had: Scalar | None) -> Scalar:
        """The number; ``+1`` adds to the old one (``had``). Raises ``UnknownName``."""
        if not said and self.bare is not None:
            return self.bare(match, had)
        found = parse_whole_number(said, self.what, low=self.low, high=self.high) or 0
        if not self.counts or not said.startswith("+"):
            return found
        found += int(had or 0)
        if found > self.high:
            message = f"{self.what}: {found} is too many; the limit is {self.high}"
            raise UnknownName(message)
        return found

    def format_value(self, _: Match, __: Subject, value: Scalar) -> str:
        """The ``value`` in digits."""
        return str(value)

    def list_choices(self, match: Match, subject: Subject) -> Iterable[str]:
        """The numbers from the least to the last in a form."""
        most = self.most(match, subject) if callable(self.most) else self.most
        return map(str, range(self.low, (self.high if most is None else most) + 1))


class OneOf(Struct, frozen=True):
    """One of some values: ``known`` maps words to them. An empty text means the first.

    ``must``: a word is required.
    """

    what: str
    known: Callable[[Match, Subject], Mapping[str, str]]
    must: bool = False
    counts: ClassVar = False
    zero_means_none: ClassVar = False

    def parse_value(self, match: Match, subject: Subject, said: str, _: Scalar | None) -> Scalar:
        """The value of a word. Raises ``UnknownName`` for any other word."""
        known = self.known(match, subject)
        if not said and not self.must:
            return next(iter(known.values()))
        return find_one_of("-".join(said.split()), known, self.what)

    def format_value(self, match: Match, subject: Subject, value: Scalar) -> str:
        """The word for a ``value``."""
        known = self.known(match, subject)
        return next((said for said, each in known.items() if each == value), str(value))

    def list_choices(self, match: Match, subject: Subject) -> Iterable[str]:
        """Every known word."""
        return self.known(match, subject)


class TextValue(Struct, frozen=True):
    """Free words; a form offers ``some`` of them.

    ``check`` normalises the text, and raises ``UnknownName``; ``bare`` is the value of an empty
    text, if that is allowed.
    """

    what: str
    some: Callable[[Match, Subject], Iterable[str]] = lambda *_: ()
    check: Callable[[Match, Subject, str], str] = lambda _, __, said: said
    bare: Scalar | None = None
    counts: ClassVar = False
    zero_means_none: ClassVar = False

    def parse_value(self, match: Match, subject: Subject, said: str, _: Scalar | None) -> Scalar:
        """The normalised words. Raises ``UnknownName`` if they are missing."""
        if self.bare is not None and said in ("", YES):
            return self.bare
        if not said:
            message = f"{self.what}: describe it in words"
            raise UnknownName(message)
        return self.check(match, subject, said)

    def format_value(self, _: Match, __: Subject, value: Scalar) -> str:
        """The words of a ``value``, as stored."""
        return YES if value is True else str(value)

    def list_choices(self, match: Match, subject: Subject) -> Iterable[str]:
        """The words that a form offers."""
        bare = (YES,) if self.bare is True else ()
        return (*bare, *self.some(match, subject))


if not TYPE_CHECKING:  # which would take any name for one of this module
    __getattr__ = make_alias_getter(__name__, InWords="TextValue")
