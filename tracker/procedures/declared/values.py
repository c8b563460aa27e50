"""What a marker can say: the values people write behind its word when they set it right.

>>> shaken = Amount("shaken", high=9, counts=True)
>>> shaken.parse_value(match, "u:r1", "3", None), shaken.parse_value(match, "u:r1", "+1", 3)
(3, 4)
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import ClassVar, Final, Protocol

from msgspec import Struct

from tracker.procedures.pieces.line_argument_parsing import parse_whole_number
from tracker.procedures.pieces.subject_lookup import find_one_of
from tracker.procedures.view import Match, UnknownName
from tracker.vocabulary.events import Scalar
from tracker.vocabulary.names import Subject

YES: Final = "yes"


class Values(Protocol):
    """The values of a kind of marker: how they are read, said, and offered in a form.

    ``counts``: they are numbers, which stand at zero without a marker. ``nought``: 0 is said for
    none.
    """

    @property
    def counts(self) -> bool: ...

    @property
    def zero_means_none(self) -> bool: ...

    def parse_value(self, match: Match, subject: Subject, said: str, had: Scalar | None) -> Scalar:
        """The value that was said (nothing: the marker alone). Raises ``UnknownName``."""

    def format_value(self, match: Match, subject: Subject, value: Scalar) -> str:
        """What is said for a value."""

    def list_choices(self, match: Match, subject: Subject) -> Iterable[str]:
        """What is said for those that a form lists."""


class OnOff(Struct, frozen=True):
    """There or not; ``value`` is what it says where it has to say something."""

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
        """``yes`` alone: off is offered for every marker."""
        return (YES,)


class Amount(Struct, frozen=True):
    """A whole number; ``bare`` reckons it where none was said, ``most`` is the last of a form.

    One that ``counts`` can be said by what is added: ``+1``.
    """

    what: str
    low: int = 1
    high: int = 99
    most: int | Callable[[Match, Subject], int] | None = None
    bare: Callable[[Match, Scalar | None], int] | None = None
    counts: bool = False

    @property
    def zero_means_none(self) -> bool:
        """Whether 0 is said for none."""
        return self.low > 0

    def parse_value(self, match: Match, _: Subject, said: str, had: Scalar | None) -> Scalar:
        """The number; ``+1`` adds to what it ``had``. Raises ``UnknownName`` beyond the limits."""
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
        """The numbers from the least to the last of a form."""
        most = self.most(match, subject) if callable(self.most) else self.most
        return map(str, range(self.low, (self.high if most is None else most) + 1))


class OneOf(Struct, frozen=True):
    """One of some values: ``known`` gives them by their words. Nothing said means the first.

    ``must``: one has to be said.
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
        """Every word that is known."""
        return self.known(match, subject)


class InWords(Struct, frozen=True):
    """What people say of it in words of their own; a form offers ``some`` of them.

    ``check`` brings it into the form that is kept, and raises ``UnknownName``; ``bare`` is what it
    says where people say nothing, if they may.
    """

    what: str
    some: Callable[[Match, Subject], Iterable[str]] = lambda *_: ()
    check: Callable[[Match, Subject, str], str] = lambda _, __, said: said
    bare: Scalar | None = None
    counts: ClassVar = False
    zero_means_none: ClassVar = False

    def parse_value(self, match: Match, subject: Subject, said: str, _: Scalar | None) -> Scalar:
        """The words as they are kept. Raises ``UnknownName`` for none, where some are needed."""
        if self.bare is not None and said in ("", YES):
            return self.bare
        if not said:
            message = f"{self.what}: describe it in words"
            raise UnknownName(message)
        return self.check(match, subject, said)

    def format_value(self, _: Match, __: Subject, value: Scalar) -> str:
        """The words of a ``value``, as they are kept."""
        return YES if value is True else str(value)

    def list_choices(self, match: Match, subject: Subject) -> Iterable[str]:
        """The words that a form proposes."""
        bare = (YES,) if self.bare is True else ()
        return (*bare, *self.some(match, subject))
