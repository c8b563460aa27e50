"""How checks of nerve came out: ``Alpha calm 15 v 1 (3×5 left, 1×1 killed)``.

Told by the events alone: the roll says which marker those get who fail, each label how many a die
counts for, and what the roll led to says who got the marker.
"""

from __future__ import annotations

from collections.abc import Iterable

from tracker.application.log.wording import Names
from tracker.vocabulary import events as ev
from tracker.vocabulary.labels import group_by_row
from tracker.vocabulary.names import FigureId, UnitId


def describe_outcomes(
    names: Names, roll: ev.Rolled, facts: Iterable[ev.AnyFact]
) -> dict[UnitId, str]:
    """What a check of nerve says of each unit that rolled, as it stands before ``facts``; nothing
    where the roll is no such check.
    """
    stakes = names.roll(roll).stakes
    counted = all(label.row in names.state.units and label.times for label in roll.labels)
    if not stakes or not counted or len(roll.labels) != len(roll.result):
        return {}
    word = names.find_marker(stakes)
    lost = {
        subject
        for fact in facts
        if isinstance(fact, ev.MarkerSet) and fact.marker == stakes
        for subject in fact.subjects
    }
    found = {}
    for first, dice in group_by_row(roll.labels, roll.result):
        unit = UnitId(first.row or "")
        had = (unit, stakes) in names.state.markers
        came = word.word if unit in lost else f"still {word.word}" if had else "calm"
        numbers = " v ".join(str(face * label.times) for label, face in dice)
        parts = ", ".join(f"{face}×{label.what}" for label, face in dice)
        found[unit] = f"{names.unit(unit)} {came} {numbers} ({parts})"
    return found


def describe_lost_nerve(names: Names, figures: Iterable[FigureId]) -> str:
    """The nerve that figures have lost: why they fall without dice."""
    markers = names.state.markers
    words = {
        marker: names.find_marker(marker)
        for one in figures
        for who, marker in markers
        if who == one
    }
    return ", ".join(word.word for word in words.values() if word.nerve)
