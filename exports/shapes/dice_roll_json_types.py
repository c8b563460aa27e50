"""The types of dice, asked and rolled: needed numbers, meanings of faces and owners."""

from __future__ import annotations

from typing import Literal

from exports.shapes.json_base_type import Shape


class ModifierShape(Shape, frozen=True, kw_only=True):
    """A named part of a needed number, or of the bonus of a total."""

    name: str
    value: int
    rule: str


class NeedShape(Shape, frozen=True, kw_only=True):
    """A number needed by each die with ``sides`` sides, or by a total if ``sides`` is null.

    ``chance`` is the chance of one die, or of the total, from 0 to 1.
    """

    value: int
    direction: Literal["at_least", "at_most"]
    sides: int | None
    chance: float


class BandShape(Shape, frozen=True, kw_only=True):
    """The faces of a die, or the totals, from ``low`` to ``high``, with their meaning.

    ``success`` is null if the band is neither a success nor a failure.
    """

    what: str
    low: int
    high: int
    success: bool | None


class PlacedDieShape(Shape, frozen=True, kw_only=True):
    """A die in a fixed place, with its purpose and the number of times its face counts.

    ``face`` is null before the roll, or if it was not entered.
    """

    sides: int
    what: str
    times: int
    needs: NeedShape | None
    face: int | None


class DiceRowShape(Shape, frozen=True, kw_only=True):
    """The dice of one of several rollers. ``adds`` is added to their sum.

    ``bands`` are the possible results of the row, if they depend only on its total.
    """

    who: str
    subject: str | None
    adds: int
    dice: list[PlacedDieShape]
    bands: list[BandShape]


class DiceShape(Shape, frozen=True, kw_only=True):
    """The dice of a roll. ``dice`` are their sizes, and ``why`` the parts of the needed number.

    ``need`` describes ``needs`` and ``bands`` in words. ``bonus`` is added to a total. ``rows`` are
    dice in fixed places.
    """

    what: str
    side: str | None
    subject: str | None
    target: str | None
    rule: str
    dice: list[int]
    need: str
    needs: NeedShape | None
    bonus: int
    why: list[ModifierShape]
    bands: list[BandShape]
    rows: list[DiceRowShape]


class RollShape(DiceShape, frozen=True, kw_only=True):
    """A roll that counts.

    ``result`` is the number of dice in each band of a pool, the total of a score, or else the
    faces. ``comes_to`` is a word for the meaning of a total.
    """

    line: int
    turn: int
    phase: str
    form: str
    faces: list[int]
    result: list[int]
    successes: int | None
    chance: float | None
    comes_to: str
    source: str
    by_app: int


class AnswerKeyShape(Shape, frozen=True, kw_only=True):
    """A possible answer to a choice. For counts, ``key`` is a handle, and ``most`` its maximum."""

    key: str
    text: str
    most: int | None


class PendingQuestionShape(DiceShape, frozen=True, kw_only=True):
    """The open question. ``kind`` is dice, total, faces, choice or counts.

    ``dice`` are in the order asked. ``made_of`` explains their number, and ``versus`` are the other
    player's dice. Counts add up to ``total`` if it is set: ``3 b1, 2 r5`` or ``b1 3, r5 2``. A
    number is from ``low`` to ``high``.
    """

    kind: str
    made_of: str
    versus: list[int]
    labels: list[str]
    keys: list[AnswerKeyShape]
    total: int | None
    low: int | None
    high: int | None
    default: str | None
    text: str
