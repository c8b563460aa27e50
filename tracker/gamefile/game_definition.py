"""The content of a game file after reading and checking."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from msgspec import Struct

from tracker.gamefile.expressions import Expression, LookupTable, list_names
from tracker.procedures.declared.markers import LinkKind, MarkerKind
from tracker.procedures.declared.roll_kinds import RollKind
from tracker.procedures.pieces.roll_offs import RollOff
from tracker.procedures.pieces.unit_activation import Lot
from tracker.procedures.ruleset import OptionSpec
from tracker.vocabulary.events import RemovedHow

Order = Literal["both", "sides", "turns", "alternating", "drawn"]
At = Literal["", "enemy", "own", "contact"]
Party = Literal["actor", "target", "side", "enemy", "table"]
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
"""The source of a value for a name."""
DISTANCE, FALLEN, PASSED, NATURALS = "distance", "fallen", "passed", "naturals"
BEARERS, ENGAGED = "bearers", "engaged"
"""The names of inputs and of results of steps."""
DIE_NAMES = tuple(f"die{number}" for number in range(1, 11))
"""The names of a test's single dice."""


class StatDefinition(Struct, frozen=True):
    """A number from ``least`` to ``most``, or one of some ``words``. ``usual`` is the default."""

    name: str
    least: int = 0
    most: int = 0
    words: tuple[str, ...] = ()
    usual: int | str | None = None


class PhaseDefinition(Struct, frozen=True):
    """A phase. An ``opening`` phase comes once, before the first turn.

    If ``first``, the sides roll when it begins, and the higher roll acts first until the turn ends.
    If ``draw``, a drawn ``lot`` decides who is next.
    """

    id: str
    word: str
    order: Order = "both"
    opening: bool = False
    first: RollOff | None = None
    draw: RollKind | None = None
    lot: Lot = "chits"


class DeckDefinition(Struct, frozen=True):
    """A deck with the numbers of its ``cards``. ``out`` is the marker for drawn cards.

    If sides hold hands of cards, the deck has ``names`` instead. ``hand`` is the marker for the
    number of cards in a side's hand, at most ``limit``.
    """

    cards: tuple[int, ...]
    kind: RollKind
    out: MarkerKind
    names: tuple[str, ...] = ()
    hand: MarkerKind | None = None
    limit: int = 0

    @property
    def expression_name(self) -> str:
        """The name of its drawn card in expressions."""
        return self.kind.id.replace("-", "_")


class RollDefinition(Struct, frozen=True):
    """A declared roll; its need is limited to ``least`` and ``most``.

    Dice that show ``again`` or worse are rerolled once. Dice that show ``natural`` or better are
    counted separately, and succeed. 0 means none.
    """

    kind: RollKind
    die: int
    low: bool
    least: int
    most: int
    again: int = 0
    natural: int = 0


@dataclass(frozen=True, eq=False)
class StepDefinition:
    """One step of an action or test; ``amount`` is a number of dice, figures or points.

    ``word`` is the value of a marker, or the name of an answer of at most ``most``. ``versus`` are
    the dice of the next step, which is rolled against this one. ``stat`` is the stat that has the
    dice, if any. If ``choose``, the owner chooses the figures that fall. ``later`` are the names
    that later steps need.
    """

    deed: StepDeed
    of: Party
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

    @property
    def names(self) -> frozenset[str]:
        """The names in its expressions."""
        return frozenset(list_names(self.amount, self.when, self.need, self.stat))

    @property
    def kind(self) -> RollKind | None:
        """The kind of roll or draw in this step."""
        by = self.roll or self.deck
        return None if by is None else by.kind

    @property
    def result_name(self) -> str:
        """The name of its result in later steps."""
        if self.kind is not None:
            held = self.deck is not None and self.deck.hand is not None
            return "" if held else self.kind.id.replace("-", "_")
        known = {"lose": FALLEN, "wound": FALLEN, "test": PASSED, "ask": self.word}
        return known.get(self.deed, "")


class FlagDefinition(Struct, frozen=True):
    """A word that can be added to an action. With ``number``, an integer follows it."""

    word: str
    key: str = ""
    number: bool = False

    @property
    def expression_name(self) -> str:
        """Its name in expressions."""
        return self.word.replace("-", "_")


@dataclass(frozen=True, eq=False)
class ActionDefinition:
    """An action of a unit: its words, its bars, and its steps.

    It uses one of its ``weapons``, by default the first that the unit has, and a card that its side
    ``plays`` from its hand. If ``pool``, its dice are typed: ``12d6 4+ / 3+ / -5+``. ``open_to``
    are the actions with which others may interrupt it.
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
    """A test of a unit: added dice against a need. ``when`` says when it is due, and for whom.

    ``passes``, an expression over the named dice, replaces ``need``; ``told`` is its text. If
    ``begins``, it is due at the start of the phase, otherwise at its end.
    """

    id: str
    roll: RollDefinition
    dice: tuple[int, ...]
    need: Expression | None
    passes: Expression | None
    told: str
    add: Expression
    when: tuple[str, ...]
    who: Expression
    begins: bool
    passed: tuple[StepDefinition, ...] = ()
    failed: tuple[StepDefinition, ...] = ()

    def list_steps(self, *, passed: bool) -> tuple[StepDefinition, ...]:
        """List the steps that follow if a unit passes, or if it fails."""
        return self.passed if passed else self.failed


class ContactDefinition(Struct, frozen=True):
    """Contact with enemies: the link between units, and the actions that it prevents."""

    link: LinkKind
    bars: tuple[str, ...]


class ObjectivesDefinition(Struct, frozen=True):
    """Objectives (``count``), each worth ``points`` to its holder at the end of a turn or game.

    If ``each``, ``count`` is the maximum for each side, otherwise for both together. If ``own``,
    players name their own objectives with points, and the game asks which are reached.
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
    """The game ends after so many turns, or at so many points. If ``offered``, people are asked.

    At the end of each turn ``dice`` may end it, with a sum of ``need`` or more. A side whose units
    are all ``out`` is eliminated. If points are equal, the first of the ``ties`` that differs
    decides.
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
    """A whole game file. ``bars`` are the actions that a marker prevents, ``secret`` the face-down
    markers, and ``values`` the named expressions of a unit. ``in_python`` are the ids of actions in
    an installed package.

    ``points`` are the action points of a unit's activation, if actions cost any. ``cost`` is the
    price of a figure whose profile has none.
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
    options: tuple[OptionSpec, ...]
    markers: tuple[MarkerKind, ...]
    bars: Mapping[str, tuple[str, ...]]
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
