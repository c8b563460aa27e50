"""What every thing that can be set right tells: its words, its rows, and the facts of a line."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from msgspec import Struct

from tracker.procedures.declared.markers import Carrier
from tracker.procedures.pieces.setting_right.adjustable_values import StateRow
from tracker.procedures.view import Match
from tracker.vocabulary.events import AnyFact
from tracker.vocabulary.names import Subject

Facts = Callable[[Match, Subject, str, tuple[str, ...]], tuple[AnyFact, ...]]
Rows = Callable[[Match, Subject], Iterable[StateRow]]
Undone = Callable[[Match, Subject, tuple[AnyFact, ...]], Iterable[str]]


class AdjustableProperty(Struct, frozen=True):
    """Something of those it is ``on`` that people can set right.

    ``words`` are those that stand behind the name in a line and mean it; ``facts`` is what one of
    them says with what stands behind it (``most`` words), or raises ``UnknownName``. ``rows`` is
    how it stands; the first value of a row is that of nothing special. ``gone``: it can be said
    of those who have left the table. ``left``: what its facts leave for people to do at the table.
    """

    on: Carrier
    words: tuple[str, ...]
    facts: Facts
    rows: Rows = lambda *_: ()
    most: int = 1
    gone: bool = False
    left: Undone = lambda *_: ()
