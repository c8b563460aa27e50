"""The shapes of what is said of a game: what stands, what waits, its log, what may be done."""

from __future__ import annotations

from exports.shapes.dice_roll_json_types import PendingQuestionShape, RollShape
from exports.shapes.json_base_type import Shape
from tracker.vocabulary.events import Scalar


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


class AsideShape(Shape, frozen=True, kw_only=True):
    match: str
    title: str
    aside: bool


class GamesShape(Shape, frozen=True, kw_only=True):
    matches: list[GameRowShape]


class LossShape(Shape, frozen=True, kw_only=True):
    """What became of a unit in a line: ``figures`` fell (below zero: came back), ``left`` stand
    after it, and those carry so many ``wounds`` more.
    """

    unit: str
    figures: int
    left: int
    wounds: int


class ContactShape(Shape, frozen=True, kw_only=True):
    """So many models of a unit touch these ``enemies`` (null: nobody said how many), and so many
    support against them; models that touch several are in the row of each, and once more in a row
    of all of them.
    """

    unit: str
    enemies: list[str]
    engaged: int | None
    supporting: int


class PairShape(Shape, frozen=True, kw_only=True):
    unit: str
    target: str


class CombatShape(Shape, frozen=True, kw_only=True):
    """A combat as it stands. ``step`` is the step that is rolled, or else the next one (0: all have
    struck; null: the rules have no steps), ``strikers`` are still to strike in it, ``struck`` have
    begun to; ``idle`` touch an enemy that they cannot strike. ``wounds`` are those inflicted by
    each side. ``winner`` has won where it is ``fought``, else is ahead; ``leaving`` lost, and have
    to go.
    """

    combat: int
    units: dict[str, list[str]]
    step: int | None
    strikers: list[PairShape]
    struck: list[str]
    contact: list[ContactShape]
    idle: list[PairShape]
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
    """What the rules have against an action; where it is ``legal`` it is merely a waste."""

    id: str
    rule: str
    text: str
    legal: bool


class TallyShape(Shape, frozen=True, kw_only=True):
    """What a figure has so much of in a turn."""

    what: str
    spent: int
    left: int


class FigureTalliesShape(Shape, frozen=True, kw_only=True):
    """What somebody who acted has left."""

    figure: str
    name: str
    tallies: list[TallyShape]


class StepOutcomeShape(Shape, frozen=True, kw_only=True):
    """Lines that no longer count (``back`` false) or count again; ``text`` says the first."""

    back: bool
    lines: list[int]
    text: str


class FollowedShape(Shape, frozen=True, kw_only=True):
    """What came of something said: new log lines, what waits, what went wrong; what the rules had
    against it, what was taken as it was not said, and what was taken back or returned.
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
    stepped: list[StepOutcomeShape]


class MarkShape(Shape, frozen=True, kw_only=True):
    mark: str
    value: Scalar
    figures: int


class FigureRowShape(Shape, frozen=True, kw_only=True):
    figure: str
    name: str
    gone: str | None
    marks: list[MarkShape]
    wounds: int
    lost: list[str]
    tallies: list[TallyShape]


class UnitRowShape(Shape, frozen=True, kw_only=True):
    """``kinds`` are its figures on the table by their profile, ``going`` those of them that are to
    be removed, ``named`` those with a name of their own that stay.
    """

    unit: str
    name: str
    figures: int
    started: int
    standing: int
    marks: list[MarkShape]
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


class EndedShape(Shape, frozen=True, kw_only=True):
    how: str
    winner: str | None
    why: str


class ShownShape(Shape, frozen=True, kw_only=True):
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
    ended: EndedShape | None


class PossibleActionShape(Shape, frozen=True, kw_only=True):
    line: str
    action: str
    word: str
    side: str | None
    cost: str
    objections: list[ObjectionShape]


class ActionsShape(Shape, frozen=True, kw_only=True):
    match: str
    due: list[str]
    actions: list[PossibleActionShape]


class OptionRowShape(Shape, frozen=True, kw_only=True):
    name: str
    value: Scalar
    default: Scalar
    values: list[Scalar]
    rule: str
    text: str


class OptionsShape(Shape, frozen=True, kw_only=True):
    match: str | None
    ruleset: str
    options: list[OptionRowShape]


class BranchShape(Shape, frozen=True, kw_only=True):
    way: int
    line: int
    text: str
    current: bool


class WaysShape(Shape, frozen=True, kw_only=True):
    match: str
    branches: list[BranchShape]


class RuleBreachShape(Shape, frozen=True, kw_only=True):
    """What the rules have against a later line since the correction: the table's ruling now."""

    line: int
    text: str


class AmendedShape(Shape, frozen=True, kw_only=True):
    """``written`` is false where it was only shown what a correction would change."""

    match: str
    line: int
    written: bool
    against: list[RuleBreachShape]
    kept: int
    dropped: list[int]
    asked: list[int]
    left: list[int]
    waiting: PendingQuestionShape | None
