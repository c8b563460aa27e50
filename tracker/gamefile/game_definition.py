"""What a game file says, read and checked: the parts of which its ruleset is made."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from msgspec import Struct

from tracker.gamefile.expressions import Expression, LookupTable
from tracker.procedures.declared.markers import LinkKind, MarkerKind
from tracker.procedures.declared.rolls import RollKind
from tracker.procedures.pieces.roll_offs import RollOff
from tracker.procedures.pieces.unit_activation import Lot
from tracker.procedures.ruleset import OptionSpec
from tracker.vocabulary.events import RemovedHow

Order = Literal["both", "sides", "turns", "alternating", "drawn"]
At = Literal["", "enemy", "own", "contact"]
Party = Literal["actor", "target", "side", "enemy"]
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
"""Where the value of a name comes from."""
DISTANCE, FALLEN, PASSED, NATURALS = "distance", "fallen", "passed", "naturals"
BEARERS, ENGAGED = "bearers", "engaged"
"""Names of what was said and of what steps come to."""
DIE_NAMES = tuple(f"die{number}" for number in range(1, 11))
"""Names of the dice of a test, each by itself."""


class StatDefinition(Struct, frozen=True):
    """A number from ``least`` to ``most``, or one of some ``words``; ``usual`` where left out."""

    name: str
    least: int = 0
    most: int = 0
    words: tuple[str, ...] = ()
    usual: int | str | None = None


class PhaseDefinition(Struct, frozen=True):
    """``first``: the sides roll when it begins; the higher acts first until the turn ends.

    ``draw``: who goes next is drawn, by a ``lot`` of which kind.
    """

    id: str
    word: str
    order: Order = "both"
    first: RollOff | None = None
    draw: RollKind | None = None
    lot: Lot = "chits"


class DeckDefinition(Struct, frozen=True):
    """A deck by the numbers of its ``cards``; ``out`` is the marker that says which are out."""

    cards: tuple[int, ...]
    kind: RollKind
    out: MarkerKind


class RollDefinition(Struct, frozen=True):
    """A roll as the file declares it; a need is held between ``least`` and ``most``.

    Dice that show ``again`` or worse are rolled once more; those that show ``natural`` or better
    are counted apart, and succeed. 0: none.
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
    """One step of what an action or test does; ``amount`` is how many dice, figures or points.

    ``word`` is what a marker says, or by which name an answer is known, of at ``most`` so many.
    ``later`` are the names that the steps behind it ask for.
    """

    deed: StepDeed
    of: Party
    amount: Expression
    when: Expression | None = None
    roll: RollDefinition | None = None
    deck: DeckDefinition | None = None
    dice: tuple[int, ...] = ()
    need: Expression | None = None
    marker: MarkerKind | None = None
    test: TestDefinition | None = None
    why: str = ""
    how: RemovedHow = "killed"
    word: str = ""
    most: int = 0
    later: frozenset[str] = frozenset()

    @property
    def kind(self) -> RollKind | None:
        """The kind of what it rolls or draws."""
        by = self.roll or self.deck
        return None if by is None else by.kind

    @property
    def result_name(self) -> str:
        """The name by which the steps behind it know what it came to."""
        if self.kind is not None:
            return self.kind.id.replace("-", "_")
        known = {"lose": FALLEN, "wound": FALLEN, "test": PASSED, "ask": self.word}
        return known.get(self.deed, "")


class FlagDefinition(Struct, frozen=True):
    """A word that may be said with an action, or with ``number`` a whole number behind it."""

    word: str
    key: str = ""
    number: bool = False

    @property
    def expression_name(self) -> str:
        """What it is called in expressions."""
        return self.word.replace("-", "_")


@dataclass(frozen=True, eq=False)
class ActionDefinition:
    """What a unit does: how it is said, what bars it, and what follows, step by step.

    It is done with one of its ``weapons``, the first that the unit bears unless one is said.
    ``pool``: its dice are typed, ``12d6 4+ / 3+ / -5+``. ``open_to`` are the actions of others that
    may come in between before it is done; those break in.
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
    """A test of a unit: dice added up, against what it needs; ``when`` it is due, and for whom.

    ``passes`` stands in the place of ``need``: what of its dice, each by its name, passes; ``told``
    are the words of it.
    ``begins``: it is due when the phase begins, not when it ends.
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


class ContactDefinition(Struct, frozen=True):
    """Units that touch enemies: the link between them, and actions that they may not take."""

    link: LinkKind
    bars: tuple[str, ...]


class ObjectivesDefinition(Struct, frozen=True):
    """``count`` objectives, each worth ``points`` to who holds it at the end of each turn or game.

    ``own``: players name objectives of their own, with points; which are reached is asked.
    """

    count: int
    points: int
    rule: str
    what: str
    own: bool
    at_end: bool


@dataclass(frozen=True, eq=False)
class EndConditions:
    """The game is over after so many turns, or at so many points; ``offered``: people are asked.

    A side whose units are all ``out`` is left no more.
    """

    turns: Expression
    points: Expression | None
    last_side: bool
    out: Expression | None
    offered: bool
    rule: str


@dataclass(frozen=True, eq=False)
class GameDefinition:
    """A whole game file; ``bars`` are the actions from which a marker keeps a unit, ``secret`` the
    markers that lie face down, ``values`` what expressions of a unit are called.

    ``points`` are those that a unit has for the actions of its activation, where they cost any.
    """

    id: str
    title: str
    version: str
    length: str
    die: int
    units: str
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
    tests: tuple[TestDefinition, ...]
    points: Expression | None
    contact: ContactDefinition | None
    objectives: ObjectivesDefinition | None
    end: EndConditions
    rules: Mapping[str, str]
    glossary: Mapping[str, str]
    samples: Mapping[str, str]
    sources: Mapping[str, Source] = field(default_factory=dict)
