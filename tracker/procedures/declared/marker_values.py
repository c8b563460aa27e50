"""The possible values of a marker. To correct a marker, players type a value after its word.

>>> shaken = Amount("shaken", high=9, counts=True)
>>> shaken.parse_value(match, "u:r1", "3", None), shaken.parse_value(match, "u:r1", "+1", 3)
(3, 4)
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import ClassVar, Final, Protocol

from msgspec import Struct

from tracker.procedures.declared.line_reader import parse_whole_number
from tracker.procedures.match_view import Match, UnknownName
from tracker.procedures.pieces.subject_lookup import look_up_word
from tracker.vocabulary.events import Scalar
from tracker.vocabulary.renamed_names import keep_old_names
from tracker.vocabulary.subject_ids import Subject

YES: Final = "yes"


class MarkerValues(Protocol):
    """The possible values of a kind of marker, with functions that parse, format and list them.

    If ``counts`` is true, the values are numbers, and a subject without the marker has 0. If
    ``zero_means_no_marker`` is true, 0 means that there is no marker.
    """

    @property
    def counts(self) -> bool: ...

    @property
    def zero_means_no_marker(self) -> bool: ...

    def parse_value(
        self, match: Match, subject: Subject, text: str, current_value: Scalar | None
    ) -> Scalar:
        """Parse a value, or raise ``UnknownName``. "" means the marker without a value."""

    def format_value(self, match: Match, subject: Subject, value: Scalar) -> str:
        """Format a value as text."""

    def list_choices(self, match: Match, subject: Subject) -> Iterable[str]:
        """List the texts of the values that a form offers."""


class OnOff(Struct, frozen=True):
    """A marker that is either present or absent. ``value`` is its value, if it needs one."""

    value: Scalar = True
    counts: ClassVar = False
    zero_means_no_marker: ClassVar = True

    def parse_value(self, _: Match, __: Subject, text: str, ___: Scalar | None) -> Scalar:
        """Return the marker's value. Raises ``UnknownName`` if the text is not ``yes`` or ""."""
        if text not in ("", YES):
            raise UnknownName(f"{text} is not understood. Remove it, or type `off` instead")
        return self.value

    def format_value(self, _: Match, __: Subject, ___: Scalar) -> str:
        """Return ``yes`` for every value."""
        return YES

    def list_choices(self, _: Match, __: Subject) -> Iterable[str]:
        """List only ``yes``. Every form adds the choice to remove the marker."""
        return (YES,)


class Amount(Struct, frozen=True):
    """An integer as a marker's value. ``bare`` computes it if players type none.

    ``most`` is the highest value that a form offers. If ``counts`` is true, a difference such as
    ``+1`` can change the value.
    """

    what: str
    low: int = 1
    high: int = 99
    most: int | Callable[[Match, Subject], int] | None = None
    bare: Callable[[Match, Scalar | None], int] | None = None
    counts: bool = False

    @property
    def zero_means_no_marker(self) -> bool:
        """Whether 0 means that there is no marker."""
        return self.low > 0

    def parse_value(
        self, match: Match, _: Subject, text: str, current_value: Scalar | None
    ) -> Scalar:
        """Parse a number, or a change (``+1``) of ``current_value``, or raise ``UnknownName``."""
        if not text and self.bare is not None:
            return self.bare(match, current_value)
        found = parse_whole_number(text, self.what, low=self.low, high=self.high) or 0
        if not self.counts or not text.startswith("+"):
            return found
        found += int(current_value or 0)
        if found > self.high:
            raise UnknownName(f"{self.what}: {found} is too many; the limit is {self.high}")
        return found

    def format_value(self, _: Match, __: Subject, value: Scalar) -> str:
        """Format the ``value`` in digits."""
        return str(value)

    def list_choices(self, match: Match, subject: Subject) -> Iterable[str]:
        """List the numbers that a form offers, from the lowest to the highest."""
        most = self.most(match, subject) if callable(self.most) else self.most
        return map(str, range(self.low, (self.high if most is None else most) + 1))


class OneOf(Struct, frozen=True):
    """One of several values of a marker.

    ``known`` maps words to values. An empty text means the first. If ``must`` is true, the text
    cannot be empty.
    """

    what: str
    known: Callable[[Match, Subject], Mapping[str, str]]
    must: bool = False
    counts: ClassVar = False
    zero_means_no_marker: ClassVar = False

    def parse_value(self, match: Match, subject: Subject, text: str, _: Scalar | None) -> Scalar:
        """Return the value of a word. Raises ``UnknownName`` for any other word."""
        known = self.known(match, subject)
        if not text and not self.must:
            return next(iter(known.values()))
        return look_up_word("-".join(text.split()), known, self.what)

    def format_value(self, match: Match, subject: Subject, value: Scalar) -> str:
        """Return the word for a ``value``."""
        known = self.known(match, subject)
        return next((word for word, each in known.items() if each == value), str(value))

    def list_choices(self, match: Match, subject: Subject) -> Iterable[str]:
        """List every known word."""
        return self.known(match, subject)


class TextValue(Struct, frozen=True):
    """Free text as a marker's value. A form offers the texts ``some`` as choices.

    ``check`` normalises the text or raises ``UnknownName``. ``bare`` is the value of an empty text,
    if that is allowed. If ``listed`` is true, the text is a list of words, and ``stunned off``
    removes one of them.
    """

    what: str
    some: Callable[[Match, Subject], Iterable[str]] = lambda *_: ()
    check: Callable[[Match, Subject, str], str] = lambda _, __, text: text
    bare: Scalar | None = None
    listed: bool = False
    counts: ClassVar = False
    zero_means_no_marker: ClassVar = False

    def parse_value(
        self, match: Match, subject: Subject, text: str, current_value: Scalar | None
    ) -> Scalar:
        """Return the normalised text. ``stunned off`` removes a word from the ``current_value``.

        Raises ``UnknownName`` if the text is missing, or if the word is not in the list.
        """
        if self.bare is not None and text in ("", YES):
            return self.bare
        if not text:
            raise UnknownName(f"{self.what}: describe it in words")
        word = text.removesuffix(" off")
        if self.listed and word != text:
            words = self.list_words(current_value)
            if word not in words:
                raise UnknownName(f"{match.tag(subject)} is not {word}")
            return ", ".join(one for one in words if one != word)
        return self.check(match, subject, text)

    def list_words(self, value: Scalar | None) -> list[str]:
        """List the words of a stored ``value`` if it is a list. Otherwise, return []."""
        return str(value).split(", ") if self.listed and value else []

    def format_value(self, _: Match, __: Subject, value: Scalar) -> str:
        """Return the ``value``, or ``yes`` for a marker without a text."""
        return YES if value is True else str(value)

    def list_choices(self, match: Match, subject: Subject) -> Iterable[str]:
        """List the texts that a form offers."""
        bare = (YES,) if self.bare is True else ()
        return (*bare, *self.some(match, subject))


keep_old_names(__name__)
