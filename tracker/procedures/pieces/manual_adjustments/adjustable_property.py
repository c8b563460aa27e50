"""The interface of a property that players can adjust: its words, its form rows, and its facts."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from msgspec import Struct

from tracker.procedures.declared.markers import Carrier
from tracker.procedures.match_view import Match
from tracker.procedures.pieces.manual_adjustments.adjustable_values import AdjustmentRow
from tracker.vocabulary.events import AnyFact
from tracker.vocabulary.subject_ids import Subject

MakeFacts = Callable[[Match, Subject, str, tuple[str, ...]], tuple[AnyFact, ...]]
ListRows = Callable[[Match, Subject], Iterable[AdjustmentRow]]
ListUndone = Callable[[Match, Subject, tuple[AnyFact, ...]], Iterable[str]]


class AdjustableProperty(Struct, frozen=True):
    """A property of subjects (``on``) that players can correct by hand.

    In a line, one of ``words`` follows the subject's name. ``make_facts`` converts this word and at
    most ``most_words`` words after it into facts, or raises ``UnknownName``. ``list_rows`` returns
    the current value; the first value of a row is the neutral one. If ``applies_when_gone`` is
    true, subjects that have left the table have the property too. ``list_undone`` describes what
    players still have to do at the table. If the value is a list of any words, ``list_words`` lists
    them: ``stunned off`` removes one.
    """

    on: Carrier
    words: tuple[str, ...]
    make_facts: MakeFacts
    list_rows: ListRows = lambda *_: ()
    most_words: int = 1
    applies_when_gone: bool = False
    list_undone: ListUndone = lambda *_: ()
    list_words: Callable[[Match, Subject], Iterable[str]] | None = None
