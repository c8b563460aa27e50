"""How checks of nerve came out: ``Alpha calm 15 v 1 (3×5 left, 1×1 killed)``.

Told by the events alone: the need of the roll names a marker that says nerve is lost, each label
says how many a die counts for, and what the roll led to says who got the marker.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby

from tracker.application.log.rolls import row_of
from tracker.application.log.wording import Names
from tracker.vocabulary import events as ev
from tracker.vocabulary.names import UnitId, unit_id


def outcomes(names: Names, roll: ev.Rolled, facts: Iterable[ev.AnyFact]) -> dict[UnitId, str]:
    """What a check of nerve says of each unit that rolled, as it stands before ``facts``; nothing
    where the roll is no such check.
    """
    word = _at_stake(names, roll)
    if word is None or len(roll.labels) != len(roll.result):
        return {}
    lost = {
        subject
        for fact in facts
        if isinstance(fact, ev.MarkerSet) and fact.marker == word.id
        for subject in fact.subjects
    }
    found = {}
    for who, pairs in groupby(zip(roll.labels, roll.result, strict=True), lambda p: row_of(p[0])):
        unit = unit_id(who.split(maxsplit=1)[0].lower()) if who else None
        products = [_product(label.removeprefix(f"{who}: "), face) for label, face in pairs]
        if unit not in names.state.units or unit is None or len(products) != 2:
            return {}
        had = (unit, word.id) in names.state.markers
        came = word.word if unit in lost else f"still {word.word}" if had else "calm"
        numbers = " v ".join(str(total) for total, _ in products)
        dice = ", ".join(text for _, text in products)
        found[unit] = f"{names.unit(unit)} {came} {numbers} ({dice})"
    return found


def _at_stake(names: Names, roll: ev.Rolled) -> ev.MarkerWord | None:
    """The marker that those get who fail, if the roll says so: ``more for the killed: panic``."""
    if roll.form != "faces":
        return None
    end = roll.need.rpartition(": ")[2].casefold()
    words = names.state.info.words.markers
    return next((word for word in words if word.nerve and word.word.casefold() == end), None)


def _product(label: str, face: int) -> tuple[int, str]:
    """A die that counts once for each of so many: 15 and ``3×5 left`` for a 3 of ``5 left``."""
    count = label.partition(" ")[0]
    if not (count.isascii() and count.isdigit()):
        return face, f"{face} {label}".strip()
    return face * int(count), f"{face}×{label}"
