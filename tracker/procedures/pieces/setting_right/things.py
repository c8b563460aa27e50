"""What every thing that can be set right tells: its words, its rows, and the facts of a line."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol

from tracker.procedures.declared.markers import Carrier
from tracker.procedures.pieces.setting_right.rows import StateRow
from tracker.procedures.view import Match
from tracker.vocabulary.events import AnyFact
from tracker.vocabulary.names import Subject


class Thing(Protocol):
    """Something of those it is ``on`` that people can set right.

    ``words`` are those that stand behind the name in a line and mean it, ``most`` how many more
    it takes. ``gone``: it can be said of those who have left the table.
    """

    @property
    def on(self) -> Carrier: ...

    @property
    def words(self) -> tuple[str, ...]: ...

    @property
    def most(self) -> int: ...

    @property
    def gone(self) -> bool: ...

    def rows(self, match: Match, subject: Subject) -> Iterable[StateRow]:
        """How it stands with somebody; the first value of a row is that of nothing special."""

    def facts(
        self, match: Match, subject: Subject, word: str, more: tuple[str, ...]
    ) -> tuple[AnyFact, ...]:
        """What a line says that has this word and more behind the name. Raises ``UnknownName``."""
