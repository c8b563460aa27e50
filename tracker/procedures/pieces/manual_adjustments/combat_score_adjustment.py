"""Manual corrections of each side's score in a combat."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Final

from tracker.procedures.declared.line_reader import parse_whole_number as read_number
from tracker.procedures.match_view import Match, UnknownName
from tracker.procedures.pieces.manual_adjustments.adjustable_property import (
    AdjustableProperty,
    AdjustmentRow,
    format_fix_part,
    make_number_row,
)
from tracker.procedures.pieces.multi_unit_combats import Combats
from tracker.vocabulary.events import AnyFact
from tracker.vocabulary.subject_ids import Subject, UnitId

MAX_SCORE: Final = 99
REACH: Final = 20
"""The number of additional points that a form offers."""


def make_score_adjustment(
    combats: Combats,
    word: str,
    row_label: str,
    make_withdrawal_facts: Callable[[Match, Subject], Iterable[AnyFact]] = lambda *_: (),
) -> AdjustableProperty:
    """Make the property for a side's score in the combat of a unit: ``fix r1 inflicted 3``.

    ``make_withdrawal_facts`` makes the facts that withdraw the recorded result of a combat, if the
    correction changes its winner.
    """

    def list_rows(match: Match, subject: Subject) -> Iterator[AdjustmentRow]:
        unit, combat = UnitId(subject), combats.find_combat(match, UnitId(subject))
        if combat is not None:
            value = combats.get_score(match, combat, match.side_of(unit))
            yield make_number_row(
                unit,
                row_label,
                value,
                value + REACH,
                lambda n: format_fix_part(match, unit, word, f"{n}"),
            )

    def make_facts(
        match: Match, subject: Subject, _: str, more: tuple[str, ...]
    ) -> tuple[AnyFact, ...]:
        unit, combat = UnitId(subject), combats.find_combat(match, UnitId(subject))
        if combat is None:
            raise UnknownName(f"{match.tag(unit)} is not in a combat")
        n = read_number(more[0] if more else "", f"{row_label} by its side", low=0, high=MAX_SCORE)
        side, scores = match.side_of(unit), combats.get_scores(match, combat)
        if n == scores.get(side):
            return ()
        score = combats.scores.make_link_fact(side, combat, n or 0)
        winner = combats.find_winner(match, combat, {**scores, side: n or 0})
        if winner == combats.find_winner(match, combat, scores):
            return (score,)
        return (score, *make_withdrawal_facts(match, combat))

    return AdjustableProperty("unit", (word,), make_facts, list_rows)
