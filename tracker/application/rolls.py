"""From what was typed (or rolled by the app) to a recorded roll."""

from __future__ import annotations

import random
from typing import Any

from tracker.application.errors import Refused
from tracker.procedures.answers import bands_of, dice_of, form_of
from tracker.procedures.requests import Faces, Request, Roll, Score
from tracker.procedures.table import Pending
from tracker.scribe import reading as scribe
from tracker.scribe.readings import Reading, Refusal
from tracker.vocabulary import events as ev


class BadDice(Refused):
    """The dice do not answer what is asked; ``refusal`` keeps what was typed and the ways on."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal.sentence)
        self.refusal = refusal


def is_roll(request: Request[Any]) -> bool:
    """Whether dice are asked, not a choice."""
    return isinstance(request, (Roll, Score, Faces))


def asked_of(request: Request[Any]) -> scribe.Asked:
    """A roll request as the dice reader sees it."""
    match request:
        case Roll(count=count, die=die, bands=bands):
            return scribe.pool(count, die, bands)
        case Score(dice=dice, bonus=bonus):
            return scribe.score(dice, bonus)
        case Faces(dice=dice, labels=labels):
            return scribe.faces(dice, labels)
    raise Refused(f"{request.what}: a choice is asked, not dice.")


def read_dice(
    pending: Pending, text: str, dice: random.Random, *, other_number: bool = False, why: str = ""
) -> ev.Rolled:
    """The roll that a text says; dice left to the app are rolled here.

    ``other_number`` takes another number of dice than asked, with a reason: a table ruling.
    Raises ``BadDice``; the text is kept in it.
    """
    asked = asked_of(pending.request)
    reading = scribe.read(text, asked, allow_size=other_number)
    if isinstance(reading, Refusal):
        raise BadDice(reading)
    if reading.to_roll:
        rolled = [dice.randint(1, sides) for sides in scribe.missing_faces(reading, asked)]
        reading = scribe.complete(reading, rolled, asked)
    return _rolled(pending, asked, reading, why)


def roll_all(pending: Pending, dice: random.Random) -> ev.Rolled:
    """The app rolls every die that is asked."""
    return read_dice(pending, "r", dice)


def _rolled(pending: Pending, asked: scribe.Asked, reading: Reading, why: str) -> ev.Rolled:
    request = pending.request
    sizes = dice_of(request)
    used = tuple(asked.sides_at(place) for place in range(reading.size))
    ruled = ev.Asked(dice=sizes, bands=bands_of(request), need=_need(request))
    return ev.Rolled(
        key=pending.key,
        what=request.what,
        form=form_of(request),
        dice=used,
        result=reading.result,
        faces=reading.faces,
        app=reading.by_app,
        bands=bands_of(request),
        labels=request.labels if isinstance(request, Faces) else (),
        bonus=request.bonus if isinstance(request, Score) else 0,
        need=_need(request),
        modifiers=request.modifiers if isinstance(request, (Roll, Score)) else (),
        side=request.side,
        subject=request.subject,
        target=request.target,
        rule=request.rule,
        source=reading.source,
        asked=ruled if reading.size_changed else None,
        why=why or ("the table rolled another number of dice" if reading.size_changed else ""),
    )


def _need(request: Request[Any]) -> str:
    return getattr(request, "need", "")
