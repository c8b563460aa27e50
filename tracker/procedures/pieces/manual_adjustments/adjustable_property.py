"""The interface of an adjustable property: its words, its form rows, and the facts for a line."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from msgspec import Struct

from tracker.procedures.declared.markers import Carrier
from tracker.procedures.match_view import Match
from tracker.procedures.pieces.manual_adjustments.adjustable_values import StateRow
from tracker.vocabulary.events import AnyFact
from tracker.vocabulary.subject_ids import Subject

MakeFacts = Callable[[Match, Subject, str, tuple[str, ...]], tuple[AnyFact, ...]]
ListRows = Callable[[Match, Subject], Iterable[StateRow]]
ListUndone = Callable[[Match, Subject, tuple[AnyFact, ...]], Iterable[str]]


class AdjustableProperty(Struct, frozen=True):
    """A property of subjects (``on``) that players can correct by hand.

    In a line, one of ``words`` follows the subject's name. ``facts`` converts this word and at most
    ``most`` further words into facts, or raises ``UnknownName``. ``rows`` returns the current
    value; the first value of a row is the neutral one. If ``gone`` is true, subjects that have left
    the table have the property too. ``left`` describes what players still have to do at the table.
    If the value is a list of any words, ``listed`` lists them: ``stunned off`` removes one.
    """

    on: Carrier
    words: tuple[str, ...]
    facts: MakeFacts
    rows: ListRows = lambda *_: ()
    most: int = 1
    gone: bool = False
    left: ListUndone = lambda *_: ()
    listed: Callable[[Match, Subject], Iterable[str]] | None = None
