"""The definition of a game: the checked content of a game file."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from msgspec import Struct
from msgspec.structs import replace

from tracker.gamefile.expressions import Expression, LookupTable, list_name_occurrences
from tracker.procedures.declared.marker_and_link_kinds import LinkKind, MarkerKind
from tracker.procedures.declared.roll_kinds import RollKind
from tracker.procedures.pieces.roll_offs import RollOff
from tracker.procedures.pieces.unit_activation import Lot
from tracker.procedures.ruleset import HouseRule
from tracker.vocabulary.events import RemovedHow
from tracker.vocabulary.toml_reader import Path

Order = Literal["both", "sides", "turns", "alternating", "drawn"]
At = Literal["", "enemy", "own", "contact"]
SubjectRole = Literal["actor", "target", "side", "enemy", "table"]
StepDeed = Literal[
    "roll",
    "sum",
    "lose",
    "wound",
    "mark",
    "clear",
    "reveal",
    "points",
    "test",
    "engage",
    "part",
    "flee",
    "ask",
    "draw",
]
Source = Literal[
    "stat",
    "marker",
    "side marker",
    "table marker",
    "value",
    "flag",
    "option",
    "roll",
    "deck",
    "answer",
    "game",
    "unit",
    "side",
    "action",
]
"""The source from which a name gets its value."""
DISTANCE, FALLEN, PASSED, NATURALS = "distance", "fallen", "passed", "naturals"
BEARERS, ENGAGED = "bearers", "engaged"
"""Names that expressions use for values that the game computes, and for results of steps."""
DIE_NAMES = tuple(f"die{number}" for number in range(1, 11))
"""The names by which expressions use the dice of a test."""


class StatDefinition(Struct, frozen=True):
    """A stat, whose value is a number from ``minimum`` to ``maximum``, or one of ``words``."""

    name: str
    minimum: int = 0
    maximum: int = 0
    words: tuple[str, ...] = ()
    default: int | str | None = None


class PhaseDefinition(Struct, frozen=True):
    """A phase. An ``opening`` phase takes place once, before the first turn.

    If ``first`` is set, the sides roll at the start of the phase. The side with the higher roll
    acts first until the turn ends. If ``draw`` is set, a drawn ``lot`` decides who acts next.
    """

    id: str
    word: str
    order: Order = "both"
    opening: bool = False
    first: RollOff | None = None
    draw: RollKind | None = None
    lot: Lot = "chits"


class DeckDefinition(Struct, frozen=True):
    """A deck of cards. ``cards`` are the cards' numbers. The marker ``out`` lists the drawn cards.

    If sides hold hands of cards, the cards have ``names`` instead of numbers. The marker ``hand``
    has the number of cards in a side's hand. ``limit`` is the maximum number.
    """

    cards: tuple[int, ...]
    kind: RollKind
    out: MarkerKind
    names: tuple[str, ...] = ()
    hand: MarkerKind | None = None
    limit: int = 0

    @property
    def name_in_expressions(self) -> str:
        return self.kind.id.replace("-", "_")


class RollDefinition(Struct, frozen=True):
    """A declared roll. Its need is limited to the range from ``least`` to ``most``.

    Dice that show ``again`` or worse are rerolled once. Dice that show ``natural`` or better always
    succeed, and are counted separately. If ``again`` or ``natural`` is 0, there are no such dice.
    """

    kind: RollKind
    die: int
    low: bool
    least: int
    most: int
    again: int = 0
    natural: int = 0

    def resize_die(self, die: int) -> RollDefinition:
        """Return the roll with another die. The faces keep their distance from the die's ends."""
        more = die - self.die
        again, natural = (self.again, 0) if self.low else (0, self.natural)
        return replace(
            self,
            die=die,
            most=max(self.most + more, self.least),
            again=max(again + more, 0) if again else self.again,
            natural=max(natural + more, 0) if natural else self.natural,
        )


@dataclass(frozen=True, eq=False)
class StepDefinition:
    """One step of an action or test.

    ``amount`` is a number of dice, figures or points. ``word`` is the value of a marker, or the
    name of an answer to a question. ``most`` is the highest possible answer. ``stat`` is the stat
    that determines the dice of a sum, or None if they are fixed. ``versus`` are the dice that the
    other unit rolls against this sum. If ``choose`` is true, the owner chooses the figures that
    fall. ``later`` are the names of the values that later steps need. If ``by_target`` is true, the
    target's dice decide how many of the actor's figures fall, so the target removes them.
    """

    deed: StepDeed
    of: SubjectRole
    amount: Expression
    when: Expression | None = None
    roll: RollDefinition | None = None
    deck: DeckDefinition | None = None
    dice: tuple[int, ...] = ()
    stat: Expression | None = None
    versus: tuple[int, ...] = ()
    need: Expression | None = None
    marker: MarkerKind | None = None
    test: TestDefinition | None = None
    why: str = ""
    how: RemovedHow = "killed"
    choose: bool = False
    word: str = ""
    most: int = 0
    later: frozenset[str] = frozenset()
    by_target: bool = False

    @property
    def used_names(self) -> frozenset[str]:
        return frozenset(list_name_occurrences(self.amount, self.when, self.need, self.stat))

    @property
    def roll_kind(self) -> RollKind | None:
        by = self.roll or self.deck
        return None if by is None else by.kind

    @property
    def result_name(self) -> str:
        """The name under which later steps use this step's result, or "" if there is no result."""
        if self.roll_kind is not None:
            held = self.deck is not None and self.deck.hand is not None
            return "" if held else self.roll_kind.id.replace("-", "_")
        known = {"lose": FALLEN, "wound": FALLEN, "test": PASSED, "ask": self.word}
        return known.get(self.deed, "")


class FlagDefinition(Struct, frozen=True):
    """A word that players can add to an action. If ``number`` is true, an integer follows it."""

    word: str
    key: str = ""
    number: bool = False

    @property
    def name_in_expressions(self) -> str:
        return self.word.replace("-", "_")


@dataclass(frozen=True, eq=False)
class ActionDefinition:
    """An action of a unit. ``steps`` are executed in order.

    The action uses one of its ``weapons``, by default the first that the unit carries. If ``plays``
    is a deck, the action also uses a card from it. If ``pool`` is true, people type its dice. A
    unit cannot act while ``bar`` is true, for the reason ``why``. A unit cannot be a target while
    ``bar_at`` is true, for the reason ``why_at``. ``open_to`` are the actions with which other
    units may interrupt this one.
    """

    id: str
    word: str
    verb: str
    key: str
    phases: tuple[str, ...]
    rule: str
    at: At = ""
    flags: tuple[FlagDefinition, ...] = ()
    weapons: tuple[str, ...] = ()
    plays: DeckDefinition | None = None
    reach: Expression | None = None
    moves: bool = False
    pool: bool = False
    measured: bool = False
    once: MarkerKind | None = None
    bar: Expression | None = None
    why: str = ""
    bar_at: Expression | None = None
    why_at: str = ""
    ends: bool = True
    cost: Expression | None = None
    open_to: tuple[str, ...] = ()
    breaks_in: bool = False
    steps: tuple[StepDefinition, ...] = ()


@dataclass(frozen=True, eq=False)
class TestDefinition:
    """A unit's test, in which a sum of dice must meet a need.

    ``who`` is true for the units that must test. ``when`` lists the phases in which they test. They
    test at the start of these phases if ``begins`` is true, and otherwise at the end. Instead of
    ``need``, a test can have ``passes``: an expression over single dice, with its text
    ``passes_text``.
    """

    id: str
    roll: RollDefinition
    dice: tuple[int, ...]
    need: Expression | None
    passes: Expression | None
    passes_text: str
    add: Expression
    when: tuple[str, ...]
    who: Expression
    begins: bool
    passed: tuple[StepDefinition, ...] = ()
    failed: tuple[StepDefinition, ...] = ()

    def list_follow_up_steps(self, *, passed: bool) -> tuple[StepDefinition, ...]:
        return self.passed if passed else self.failed


class ContactDefinition(Struct, frozen=True):
    """Contact between enemies: the link between the units, and the actions that it prevents."""

    link: LinkKind
    bars: tuple[str, ...]


class ObjectivesDefinition(Struct, frozen=True):
    """Objectives. Each scores ``points`` for the side that holds it at the end of a turn or game.

    If ``each`` is true, each side can hold at most ``count`` objectives. Otherwise, ``count`` is
    the maximum for both sides together. If ``own`` is true, players name their own objectives, and
    are asked which they have reached.
    """

    count: int
    points: int
    rule: str
    what: str
    own: bool
    at_end: bool
    each: bool


@dataclass(frozen=True, eq=False)
class EndConditions:
    """The conditions that end a game.

    The game ends after ``turns``, or when a side has ``points``. If ``offered`` is true, players
    can decline this end. At the end of each turn, the ``dice`` end the game if their sum is
    ``need`` or more. A side is eliminated when all its units are ``out``. If points are tied, the
    first of ``ties`` with different values decides the winner.
    """

    turns: Expression
    points: Expression | None
    last_side: bool
    out: Expression | None
    ties: tuple[tuple[str, Expression], ...]
    dice: tuple[int, ...]
    need: Expression | None
    roll: RollKind
    offered: bool
    rule: str


@dataclass(frozen=True, eq=False)
class GameDefinition:
    """The definition of a whole game.

    ``bars`` are the actions that each marker prevents. ``words`` are the possible values of markers
    that have words. ``secret`` are the ids of face-down markers. ``values`` are the named
    expressions of units. ``in_python`` are the ids of actions that installed packages define.

    If actions cost action points, ``points`` is the number that a unit has when it is activated.
    ``cost`` computes the points cost of a figure whose profile states none. ``expressions`` and
    ``steps`` contain all expressions and steps of the file, keyed by path.
    """

    id: str
    title: str
    version: str
    length: str
    die: int
    units: str
    cost: Expression | None
    stats: tuple[StatDefinition, ...]
    profiles: Mapping[str, Mapping[str, Any]]
    weapon_stats: tuple[StatDefinition, ...]
    weapons: Mapping[str, Mapping[str, Any]]
    options: tuple[HouseRule, ...]
    markers: tuple[MarkerKind, ...]
    bars: Mapping[str, tuple[str, ...]]
    words: Mapping[str, tuple[str, ...]]
    secret: frozenset[str]
    decks: tuple[DeckDefinition, ...]
    values: Mapping[str, Expression]
    tables: dict[str, LookupTable]
    rolls: tuple[RollDefinition, ...]
    phases: tuple[PhaseDefinition, ...]
    actions: tuple[ActionDefinition, ...]
    in_python: tuple[str, ...]
    tests: tuple[TestDefinition, ...]
    points: Expression | None
    contact: ContactDefinition | None
    objectives: ObjectivesDefinition | None
    end: EndConditions
    rules: Mapping[str, str]
    glossary: Mapping[str, str]
    samples: Mapping[str, str]
    sources: Mapping[str, Source] = field(default_factory=dict)
    expressions: Mapping[Path, Expression] = field(default_factory=dict)
    steps: Mapping[Path, StepDefinition] = field(default_factory=dict)
