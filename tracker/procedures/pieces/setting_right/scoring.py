"""What each side has scored in a combat, set right by hand."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from tracker.procedures.pieces.combats import Combats
from tracker.procedures.pieces.line_arguments import number as read_number
from tracker.procedures.pieces.setting_right.rows import StateRow, number, said
from tracker.procedures.pieces.setting_right.things import AdjustableThing
from tracker.procedures.view import Match, UnknownName
from tracker.vocabulary.events import AnyFact
from tracker.vocabulary.names import Subject, UnitId

MOST: Final = 99
REACH: Final = 20
"""Points more than there are that a form lists."""


def scored(combats: Combats, word: str, row: str) -> AdjustableThing:
    """What the side of a unit has scored in the unit's combat: ``fix r1 inflicted 3``."""

    def rows(match: Match, subject: Subject) -> Iterator[StateRow]:
        unit, combat = UnitId(subject), combats.of(match, UnitId(subject))
        if combat is not None:
            value = combats.score(match, combat, match.side_of(unit))
            yield number(unit, row, value, value + REACH, lambda n: said(match, unit, word, f"{n}"))

    def facts(match: Match, subject: Subject, _: str, more: tuple[str, ...]) -> tuple[AnyFact, ...]:
        unit, combat = UnitId(subject), combats.of(match, UnitId(subject))
        if combat is None:
            message = f"{match.tag(unit)} is in no combat"
            raise UnknownName(message)
        n = read_number(more[0] if more else "", f"{row} by its side", low=0, high=MOST)
        side = match.side_of(unit)
        if n == combats.score(match, combat, side):
            return ()
        return (combats.scored.link_between(side, combat, n or 0),)

    return AdjustableThing("unit", (word,), facts, rows)
