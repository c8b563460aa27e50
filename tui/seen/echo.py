"""What is typed at a roll, as it is read: the dice in their places, and what they amount to."""

from __future__ import annotations

from tracker.application.rolls import asked_of
from tracker.procedures.table import Pending
from tracker.scribe.reading import Asked, Reading, read
from tracker.scribe.readings import Refusal
from tracker.vocabulary.dice import count, successes


def ways_on(refusal: Refusal) -> tuple[tuple[str, str], ...]:
    """The ways on from a wrong number of dice: the key and what it does."""
    over = refusal.typed - refusal.asked
    words = {
        "drop": ("Backspace", "drop the last one" if over == 1 else "drop the last ones"),
        "edit": ("e", "change who, whom and how; the dice are kept"),
        "size": ("d", f"the table rolled {refusal.typed}: written down as a table ruling"),
    }
    return tuple(words[way] for way in refusal.ways)


def echo(reading: Reading | Refusal | None, pending: Pending | None, typed: str) -> tuple[str, str]:
    """The dice typed so far, with places for those to come, and what they amount to."""
    if pending is None or reading is None:
        return typed, ""
    asked = asked_of(pending.request)
    seen = reading.faces
    if isinstance(reading, Refusal) and not seen and typed:
        partial = read(typed, asked, allow_size=True)
        seen = partial.faces if isinstance(partial, Reading) else ()
    if typed and not seen:
        return typed, _counted(reading, asked)
    places = [str(face) for face in seen] + ["_"] * max(0, min(asked.size, 30) - len(seen))
    won = ""
    if asked.form == "pool" and seen:
        hits = successes(count(seen, asked.bands), asked.bands)
        won = f", {hits} {'succeeds' if hits == 1 else 'succeed'}"
    elif asked.form == "score" and len(seen) == asked.size:
        won = f": {sum(seen) + asked.bonus}"
    return " ".join(places), f"{len(seen)} of {asked.size} dice{won}"


def _counted(reading: Reading | Refusal, asked: Asked) -> str:
    """``6 dice, 4 succeed, 2 do not``, or the total that was said."""
    if isinstance(reading, Refusal):
        return ""
    if asked.form == "score":
        return f"total {reading.result[0]}"
    won = successes(reading.result, asked.bands)
    return f"{reading.size} dice, {won} succeed, {reading.size - won} do not"
