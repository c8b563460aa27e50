"""A reading back to the shortest text that reads the same: what a line shows for a roll."""

from __future__ import annotations

from tracker.scribe.asked import Asked, group, special_bands
from tracker.scribe.readings import Reading
from tracker.vocabulary.dice import count, successes


def spell(reading: Reading, asked: Asked) -> str:
    """Text for which ``read`` gives this reading, but for which dice the app rolled."""
    ruling = " d" if reading.size_changed else ""
    if not reading.faces and not reading.to_roll and (reading.unread or reading.size_changed):
        return _spoken(reading, asked) + ruling
    rest = _rest(reading, asked)
    packed = not rest and not ruling and all(sides <= 10 for sides in asked.dice)
    gap = "" if packed else " "
    return gap.join([*_faces(reading, asked), *rest]) + ruling


def _faces(reading: Reading, asked: Asked) -> list[str]:
    return [
        "0" if face == 10 and asked.sides_at(place) == 10 else str(face)
        for place, face in enumerate(reading.faces)
    ]


def _rest(reading: Reading, asked: Asked) -> list[str]:
    if reading.to_roll:
        return ["r"]
    if not reading.unread:
        return []
    seen = successes(count(reading.faces, asked.bands), asked.bands)
    return ["+" if successes(reading.result, asked.bands) > seen else "."]


def _spoken(reading: Reading, asked: Asked) -> str:
    if asked.form == "score":
        return f"={reading.result[0] - asked.bonus}"
    won = successes(reading.result, asked.bands)
    kinds = [reading.result[index] for index in special_bands(asked)]
    text = "=" + ",".join(map(str, [won, *kinds]))
    lost = sum(reading.result[index] for index in group(asked, success=False))
    return f"{text} -{lost}" if reading.size_changed else text
