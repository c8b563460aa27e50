"""The shapes of dice, asked and rolled: what is needed, how faces are read, whose each die is."""

from __future__ import annotations

from typing import Literal

from exports.shapes.json_base_type import Shape


class PartShape(Shape, frozen=True, kw_only=True):
    """A named part of a number needed, or of what is added to a total."""

    name: str
    value: int
    rule: str


class NeedShape(Shape, frozen=True, kw_only=True):
    """The number needed: of each die of so many ``sides``, or of a total (``sides`` is null).

    ``chance`` is that of one die, or of the total, from 0 to 1.
    """

    value: int
    direction: Literal["at_least", "at_most"]
    sides: int | None
    chance: float


class BandShape(Shape, frozen=True, kw_only=True):
    """Faces of a die, or totals, from ``low`` to ``high``, and what they come to.

    ``success`` is null where none of them succeeds or fails.
    """

    what: str
    low: int
    high: int
    success: bool | None


class PlacedDieShape(Shape, frozen=True, kw_only=True):
    """A die in its place: what it is rolled for, and how often its face counts.

    ``face`` is null while it is asked, and where nobody read it.
    """

    sides: int
    what: str
    times: int
    needs: NeedShape | None
    face: int | None


class DiceRowShape(Shape, frozen=True, kw_only=True):
    """The dice of one who rolls among others; ``adds`` is added to their sum.

    ``bands`` are what the row can come to, where that follows from its total alone.
    """

    who: str
    subject: str | None
    adds: int
    dice: list[PlacedDieShape]
    bands: list[BandShape]


class DiceShape(Shape, frozen=True, kw_only=True):
    """What dice are rolled for, by whom: ``dice`` are their sizes, ``why`` the parts of the need.

    ``need`` says in words what ``needs`` and ``bands`` say in numbers; ``bonus`` is added to a
    total; ``rows`` are dice that each have their place.
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
    why: list[PartShape]
    bands: list[BandShape]
    rows: list[DiceRowShape]


class RollShape(DiceShape, frozen=True, kw_only=True):
    """A roll that counts. ``result``: of a pool the dice in each of its ``bands``, of a score the
    total, else the faces. ``comes_to`` is what a total came to, in a word.
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


class KeyShape(Shape, frozen=True, kw_only=True):
    """What can be typed at a choice; at one that counts, the handle of a row and its most."""

    key: str
    text: str
    most: int | None


class PendingQuestionShape(DiceShape, frozen=True, kw_only=True):
    """The question that waits; ``kind`` is dice, total, faces, choice or counts; ``dice`` are in
    the order asked, ``made_of`` what makes so many, ``versus`` what the other player rolls.

    Counts are ``total`` in all, where that is set: ``3 b1, 2 r5`` or ``b1 3, r5 2``. A number that
    is chosen is from ``low`` to ``high``.
    """

    kind: str
    made_of: str
    versus: list[int]
    labels: list[str]
    keys: list[KeyShape]
    total: int | None
    low: int | None
    high: int | None
    default: str | None
    text: str
