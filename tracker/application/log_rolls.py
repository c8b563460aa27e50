"""Rolls in the words of the log: ``8 dice 5 hit, 5 dice 3 through, 3 dice 1 saved``."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import groupby

from tracker.application import attacks
from tracker.application.wording import Names, plural
from tracker.vocabulary import events as ev

# What a die has done when it made it; any other step keeps its own word.
_DONE = {"save": "saved", "wound": "wounded", "recover": "recovered", "hit": "hit"}
_HANDLE = re.compile(r"^[a-z][0-9]{1,4}(?=[\s:,])\s*")


def is_attack(roll: ev.Rolled) -> bool:
    """Whether somebody rolls against somebody."""
    return roll.subject is not None and roll.target is not None


def opening(names: Names, roll: ev.Rolled) -> str:
    """``Alpha ▸ Dusk rifles (soft cover)``: who against whom, and what changed the number."""
    assert roll.subject is not None
    assert roll.target is not None
    named = ", ".join(part.name for part in roll.modifiers[1:])
    how = f" ({named})" if named else ""
    if roll.subject == roll.target:
        return f"on {names.subject(roll.target)}{how}"
    return f"{names.subject(roll.subject)} ▸ {names.subject(roll.target)}{how}"


def all_in_short(rolls: Sequence[ev.Rolled], expected: str = "") -> str:
    """Rolls one after the other; what the app rolled throughout is said once.

    What was ``expected`` stands behind the last pool, which it is of.
    """
    throughout = len(rolls) > 1 and all(roll.app == len(roll.dice) for roll in rolls)
    texts = [_result(roll) if throughout else in_short(roll) for roll in rolls]
    whole = " (by the app)" if throughout else ""
    if not expected:
        return ", ".join(texts) + whole
    last = max(at for at, roll in enumerate(rolls) if attacks.is_pool(roll))
    if last == len(rolls) - 1:
        return f"{', '.join(texts)}{whole} ({expected})"
    texts[last] += f" ({expected})"
    return ", ".join(texts) + whole


def in_short(roll: ev.Rolled) -> str:
    """One roll, its result, and whether the app rolled it."""
    again = f" ({len(roll.again)} rolled again)" if roll.again else ""
    return _result(roll) + again + by_app(roll)


def by_app(roll: ev.Rolled) -> str:
    if not roll.app:
        return ""
    return " (by the app)" if roll.app == len(roll.dice) else f" ({roll.app} by the app)"


def _result(roll: ev.Rolled) -> str:
    if roll.form == "score":
        return f"{roll.what} {roll.result[0]}"
    if roll.form == "faces":
        return _faces(roll)
    if not attacks.is_pool(roll):
        counts = zip(roll.result, roll.bands, strict=True)
        return f"{roll.what} " + ", ".join(f"{n} {band.name}" for n, band in counts if n)
    return f"{plural(len(roll.dice), 'die', 'dice')} {attacks.made(roll)} {done_of(roll.what)}"


def done_of(what: str) -> str:
    """What a die has done that made it: ``saved`` for ``save``."""
    step = what.removeprefix("to ")
    return _DONE.get(step, step)


def _faces(roll: ev.Rolled) -> str:
    """``morale: Claw pack 5``; dice of one unit stay together."""
    if not roll.labels or (len(roll.labels) == 1 and roll.labels[0][:1].isdigit()):
        return f"{roll.what} {' '.join(map(str, roll.result))}"  # the label lists its faces
    pairs = list(zip(roll.labels, roll.result, strict=False))
    rows = groupby(pairs, key=lambda pair: row_of(pair[0]))
    return f"{roll.what}: " + ", ".join(_row(who, [*dice]) for who, dice in rows)


def row_of(label: str) -> str:
    """Whose die it is: what stands before the colon. A number says of how many, not whose."""
    return "" if label[:1].isdigit() else label.partition(": ")[0]


def _row(who: str, dice: list[tuple[str, int]]) -> str:
    plain = _HANDLE.sub("", who)
    said = [(label.removeprefix(who).removeprefix(": "), face) for label, face in dice]
    faces = " v ".join(f"{face} ({what})" if what else str(face) for what, face in said)
    return f"{plain}{':' if plain[-1:].isdigit() else ''} {faces}".strip()


def whose(names: Names, roll: ev.Rolled) -> str:
    """The side that rolls, unless dice are labelled for others as well."""
    labelled = {names.owner(label) for label in roll.labels}
    if roll.form == "faces" and labelled != {roll.side}:
        return ""
    return names.side(roll.side)


def in_full(roll: ev.Rolled) -> str:
    """A roll with everything it was: faces, need and its parts, who rolled."""
    said = [in_short(roll)]
    if roll.need:
        said.append(f"need {roll.need}{_parts(roll)}")
    if roll.faces and roll.form == "pool" and not roll.again:
        said.append(f"dice {' '.join(map(str, roll.faces))}")
    if roll.again:
        said.append(f"dice {' '.join(map(str, roll.first))}, again {_again(roll)}")
    unread = len(roll.dice) - len(roll.faces)
    if unread and roll.form == "pool":
        said.append("only the successes were read" if not roll.faces else f"{unread} not read")
    return " · ".join(said)


def _again(roll: ev.Rolled) -> str:
    """The new faces of the dice rolled again."""
    if len(roll.faces) < len(roll.dice):
        return f"{len(roll.again)}, not read"
    return " ".join(str(roll.faces[place]) for place in roll.again)


def _parts(roll: ev.Rolled) -> str:
    named = [f"{part.name} {part.value}" for part in roll.modifiers[:1]]
    named += [f"{part.name} {part.value:+d}" for part in roll.modifiers[1:]]
    return f" ({', '.join(named)})" if named else ""


def ruling(roll: ev.Rolled) -> str:
    """What the table rolled otherwise than it was asked."""
    if roll.asked is None:
        return ""
    if len(roll.asked.dice) != len(roll.dice):
        changed = f"{len(roll.dice)} dice instead of {len(roll.asked.dice)}"
    elif roll.asked.need and roll.asked.need != roll.need:
        changed = f"{roll.need} instead of {roll.asked.need}"
    else:
        changed = "other dice than asked"
    told = roll.why and not roll.why.startswith("the table ")  # what changed is said already
    return f"{changed}, {roll.why}" if told else changed
