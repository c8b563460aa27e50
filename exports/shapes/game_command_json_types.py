"""The JSON types of a game in commands and pages: dice, state, open question, log, chances."""

from __future__ import annotations

from typing import Literal

from exports.shapes.json_base_type import Shape
from tracker.vocabulary.events import Scalar


class ModifierShape(Shape, frozen=True, kw_only=True):
    """A named part of a needed number, or of the bonus that is added to a total."""

    name: str
    value: int
    rule: str


class NeedShape(Shape, frozen=True, kw_only=True):
    """The number that each die with ``sides`` sides needs, or a total if ``sides`` is null.

    ``chance`` is the chance from 0 to 1 that one die, or the total, succeeds.
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
    """The dice of a roll. ``dice`` holds their sizes.

    ``why`` holds the parts of the needed number. ``need`` describes ``needs`` and ``bands`` in
    words. ``bonus`` is added to a total. ``rows`` are dice in fixed places.
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
    """A roll that has not been undone.

    ``result`` is the number of dice in each band of a pool, or the total of a score. For other
    forms, it holds the faces. ``comes_to`` is a word for the meaning of a total.
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
    """A possible answer to a choice. For a count, ``key`` is a handle, and ``most`` its maximum."""

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


class GameRowShape(Shape, frozen=True, kw_only=True):
    match: str
    title: str
    ruleset: str
    status: str
    turn: int
    phase: str
    sides: list[str]
    scores: dict[str, int]
    winner: str | None
    waiting: str
    played_on: str
    aside: bool


class ArchiveStateShape(Shape, frozen=True, kw_only=True):
    match: str
    title: str
    aside: bool


class GameListShape(Shape, frozen=True, kw_only=True):
    matches: list[GameRowShape]


class LossShape(Shape, frozen=True, kw_only=True):
    """A unit's losses in a line.

    ``figures`` is the number of figures lost, or negative if figures returned. ``left`` is the
    number of figures left after the line, and ``wounds`` is the increase in their wounds.
    """

    unit: str
    figures: int
    left: int
    wounds: int


class ContactShape(Shape, frozen=True, kw_only=True):
    """The models of a unit that touch ``enemies``, and the models that support those.

    ``engaged`` is null if it was not entered. A model that touches several enemies is counted for
    each, and again in a row for all of them.
    """

    unit: str
    enemies: list[str]
    engaged: int | None
    supporting: int


class StrikePairShape(Shape, frozen=True, kw_only=True):
    unit: str
    target: str


class CombatShape(Shape, frozen=True, kw_only=True):
    """A combat.

    ``step`` is the current or next step (0 if all have struck, null if the rules have no steps).
    ``strikers`` lists the units that have yet to strike in that step. ``struck`` lists the units
    that have begun to strike. ``idle`` lists the units that touch an enemy but cannot strike it.
    ``wounds`` has the number of wounds inflicted by each side. If the combat is ``fought``,
    ``winner`` has won; otherwise, ``winner`` is ahead. The ``leaving`` units lost and must leave.
    """

    combat: int
    units: dict[str, list[str]]
    step: int | None
    strikers: list[StrikePairShape]
    struck: list[str]
    contact: list[ContactShape]
    idle: list[StrikePairShape]
    wounds: dict[str, int]
    leaving: list[str]
    winner: str | None
    fought: bool
    is_next: bool


class LogLineShape(Shape, frozen=True, kw_only=True):
    line: int
    last: int
    turn: int
    phase: str
    kind: str
    text: str
    losses: list[LossShape]
    combats: list[CombatShape]


class LogRowShape(LogLineShape, frozen=True, kw_only=True):
    side: str | None
    details: list[str]
    detail_lines: list[int]
    rolls: list[RollShape]
    rulings: list[str]
    taken_back: list[int]
    by_app: bool
    open: bool


class LogShape(Shape, frozen=True, kw_only=True):
    match: str
    lines: list[LogRowShape]


class ObjectionShape(Shape, frozen=True, kw_only=True):
    """A reason why the rules object to an action. If ``legal``, it is allowed but useless."""

    id: str
    rule: str
    text: str
    legal: bool


class TallyShape(Shape, frozen=True, kw_only=True):
    """A limited resource of a figure in a turn."""

    what: str
    spent: int
    left: int


class FigureTalliesShape(Shape, frozen=True, kw_only=True):
    """The remaining resources of a figure that acts."""

    figure: str
    name: str
    tallies: list[TallyShape]


class UndoRedoResultShape(Shape, frozen=True, kw_only=True):
    """Lines that were undone, or redone if ``back`` is true. ``text`` describes the first one."""

    back: bool
    lines: list[int]
    text: str


class InputResultShape(Shape, frozen=True, kw_only=True):
    """The result of an input: new log lines, the open question, errors, objections, assumed
    details, and lines that were undone or redone.
    """

    match: str
    lines: list[LogRowShape]
    turn: int
    phase: str
    side: str | None
    waiting: PendingQuestionShape | None
    ended: str | None
    trouble: str | None
    script_line: int | None
    leftover: list[str]
    against: list[ObjectionShape]
    assumed: list[str]
    left: list[FigureTalliesShape]
    combats: list[CombatShape]
    stepped: list[UndoRedoResultShape]


class MarkerShape(Shape, frozen=True, kw_only=True):
    mark: str
    value: Scalar
    figures: int


class FigureRowShape(Shape, frozen=True, kw_only=True):
    figure: str
    name: str
    gone: str | None
    marks: list[MarkerShape]
    wounds: int
    lost: list[str]
    tallies: list[TallyShape]


class UnitRowShape(Shape, frozen=True, kw_only=True):
    """A unit. ``kinds`` has the number of its figures on the table by kind.

    ``going`` are the figures about to be removed. ``named`` are the named figures that stay.
    """

    unit: str
    name: str
    figures: int
    started: int
    standing: int
    marks: list[MarkerShape]
    linked: dict[str, list[str]]
    kinds: dict[str, int]
    going: dict[str, int]
    named: list[str]
    wounds: int
    lost: dict[str, int]
    each: list[FigureRowShape]


class SideRowShape(Shape, frozen=True, kw_only=True):
    side: str
    name: str
    player: str
    force: str
    points: int
    score: int
    units: list[UnitRowShape]


class StatusNoteShape(Shape, frozen=True, kw_only=True):
    what: str
    text: str


class GameEndShape(Shape, frozen=True, kw_only=True):
    how: str
    winner: str | None
    why: str


class GameStatusShape(Shape, frozen=True, kw_only=True):
    match: str
    title: str
    ruleset: str
    mode: str
    played_on: str
    line: int
    turn: int
    phase: str
    side: str | None
    first: str | None
    sides: list[SideRowShape]
    objectives: list[StatusNoteShape]
    combats: list[CombatShape]
    due: list[str]
    in_doubt: list[int]
    waiting: PendingQuestionShape | None
    ended: GameEndShape | None


class PossibleActionShape(Shape, frozen=True, kw_only=True):
    line: str
    action: str
    word: str
    side: str | None
    cost: str
    objections: list[ObjectionShape]


class PossibleActionsShape(Shape, frozen=True, kw_only=True):
    match: str
    due: list[str]
    actions: list[PossibleActionShape]


class HouseRuleRowShape(Shape, frozen=True, kw_only=True):
    name: str
    value: Scalar
    default: Scalar
    values: list[Scalar]
    rule: str
    text: str


class HouseRuleListShape(Shape, frozen=True, kw_only=True):
    match: str | None
    ruleset: str
    options: list[HouseRuleRowShape]


class HistoryBranchShape(Shape, frozen=True, kw_only=True):
    way: int
    line: int
    text: str
    current: bool


class HistoryBranchListShape(Shape, frozen=True, kw_only=True):
    match: str
    branches: list[HistoryBranchShape]


class RuleBreachShape(Shape, frozen=True, kw_only=True):
    """A later line to which the rules object after a correction. The line is now a table ruling."""

    line: int
    text: str


class CorrectionResultShape(Shape, frozen=True, kw_only=True):
    """A correction. ``written`` is false if it was only a preview."""

    match: str
    line: int
    written: bool
    against: list[RuleBreachShape]
    kept: int
    dropped: list[int]
    asked: list[int]
    left: list[int]
    waiting: PendingQuestionShape | None
