"""A reading back to the shortest text that reads the same: what a line shows for a roll."""

from __future__ import annotations

from tracker.input_parsing.dice_prompt import AskedRoll, group, list_special_bands
from tracker.input_parsing.readings import DiceReading
from tracker.vocabulary.dice import count, count_successes


def spell_reading(reading: DiceReading, asked: AskedRoll) -> str:
    """Text for which ``read`` gives this reading, but for which dice the app rolled."""
    ruling = " d" if reading.size_changed else ""
    if reading.again:
        return _rolled_again(reading, asked) + ruling
    if not reading.faces and not reading.to_roll and (reading.unread or reading.size_changed):
        return _spoken(reading, asked) + ruling
    rest = _rest(reading, asked)
    packed = not rest and not ruling and all(sides <= 10 for sides in asked.dice)
    gap = "" if packed else " "
    return gap.join([*_faces(reading, asked), *rest]) + ruling


def _faces(reading: DiceReading, asked: AskedRoll) -> list[str]:
    return [
        "0" if face == 10 and asked.get_sides_at(place) == 10 else str(face)
        for place, face in enumerate(reading.faces)
    ]


def _rest(reading: DiceReading, asked: AskedRoll) -> list[str]:
    if reading.to_roll:
        return ["r"]
    if not reading.unread:
        return []
    seen = count_successes(count(reading.faces, asked.bands), asked.bands)
    return ["+" if count_successes(reading.result, asked.bands) > seen else "."]


def _rolled_again(reading: DiceReading, asked: AskedRoll) -> str:
    first = " ".join(map(str, reading.first))
    which = ",".join(str(place + 1) for place in reading.again)
    stayed = len(reading.first) - len(reading.again)
    if len(reading.faces) > stayed:
        new = " ".join(str(reading.faces[place]) for place in reading.again)
        return f"{first} *p{which} {new}"
    kept = [face for at, face in enumerate(reading.first) if at not in reading.again]
    if asked.form == "score":
        return f"{first} *p{which} ={reading.result[0] - sum(kept) - asked.bonus}"
    counts = tuple(a - b for a, b in zip(reading.result, count(kept, asked.bands), strict=True))
    size = len(reading.again)
    return f"{first} *p{which} {_spoken(DiceReading((), counts, 'counted', size), asked)}"


def _spoken(reading: DiceReading, asked: AskedRoll) -> str:
    if asked.form == "score":
        return f"={reading.result[0] - asked.bonus}"
    won = count_successes(reading.result, asked.bands)
    kinds = [reading.result[index] for index in list_special_bands(asked)]
    text = "=" + ",".join(map(str, [won, *kinds]))
    lost = sum(reading.result[index] for index in group(asked, success=False))
    return f"{text} -{lost}" if reading.size_changed else text
