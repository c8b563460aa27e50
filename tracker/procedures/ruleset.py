"""What a ruleset declares. One declaration feeds menus, lines, validation, odds and random play."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Generic, Literal, TypeVar

import msgspec
from msgspec import Struct

from tracker.procedures.declared.forces import ForceRules
from tracker.procedures.declared.grids import Grid
from tracker.procedures.declared.keys import Keys
from tracker.procedures.declared.markers import LinkKind, MarkerKind, link_words, marker_words
from tracker.procedures.declared.recorded import RecordedGame
from tracker.procedures.declared.rolls import RollKind
from tracker.procedures.pieces.mending import Mend
from tracker.procedures.requests import Asking
from tracker.procedures.view import Match
from tracker.scribe.line import BASE, Lexicon, Part
from tracker.vocabulary.events import AnyFact, Json, Scalar, Word, Words
from tracker.vocabulary.names import FigureId, SideId, Subject, UnitId

P = TypeVar("P", bound=Struct)

HouseTables = Mapping[str, Mapping[str, Json]]
Order = Literal["none", "both", "sides", "alternate", "active"]


class Objection(Struct, frozen=True):
    """Something the rules have against an action: a stable id, its rule, one sentence."""

    id: str
    rule: str
    text: str


class Bar(Struct, frozen=True):
    """Why somebody may not: an objection in a few words (``has fired``), said of him in
    ``text`` where the words alone are no sentence.
    """

    id: str
    rule: str
    why: str
    text: str = ""

    def objection(self, who: str) -> Objection:
        return Objection(self.id, self.rule, self.text or f"{who} {self.why}")


class Due(Struct, frozen=True):
    """Something still to be done before the clock moves on."""

    action: str
    side: SideId | None
    subject: Subject | None
    why: str
    compulsory: bool = False


class Command(Struct, frozen=True):
    """An action with its parameters in stored form, ready to be taken."""

    action: str
    side: SideId | None
    params: dict[str, Json]


class Reply(Struct, frozen=True):
    """A part of a line that names a question, with its dice: ``panic r1 b2 : 31 25``.

    ``asks`` are the questions of that name; ``subjects`` whose they are, in the order said.
    ``otherwise`` is the action that asks it, for when nothing waits. ``says`` is the answer that
    the part itself gives to a question that waits (``coherent r1,b1``).
    """

    asks: tuple[str, ...]
    subjects: tuple[Subject, ...] = ()
    otherwise: Command | None = None
    says: str = ""


class Skip(Struct, frozen=True):
    """A part of a line that lets a phase go by."""

    phase: str


class Righting(Struct, frozen=True):
    """A part of a line that sets something right by hand: the facts of it."""

    facts: tuple[AnyFact, ...]


Meaning = Command | Reply | Skip | Righting


class Interruptible(Struct, frozen=True, kw_only=True):
    """Base of the parameters of actions that others may come in between; ``claimed`` says that
    somebody speaks up. Its windows (``Interrupt``) pass by themselves where nobody has.
    """

    claimed: bool = False


def unclaimed(*params: object) -> bool:
    """Whether these are parameters of an action in between which nobody comes."""
    return any(isinstance(one, Interruptible) and not one.claimed for one in params)


@dataclass(frozen=True)
class Action(Generic[P]):
    """One thing a player can do.

    ``stage`` resolves it; ``objections`` says what the rules have against it; ``candidates``
    lists sensible ways to take it now, for menus and random play; ``show`` is its line.
    ``bars`` says what keeps one unit or figure from it whatever else is told, the plainest first;
    ``expected`` is said of whoever may still take it (``has not fired``), ``must`` where its phase
    is not over before. ``breaks_in``: it comes in between actions of another side whose
    parameters are ``Interruptible``. ``any_time``: it may be taken while something waits, which is
    left undone then.
    ``outcome`` gives the facts of so many losses when the table tells only those: recorded with
    a ``Corrected`` that closes the action (line form ``!-2``); None where that makes no sense.
    ``word`` tells what is done or was done; ``ahead`` what is proposed, where that is said in other
    words: ``2 Maulers moved again``, ``2 Maulers to move again``. ``sign`` stands for the word
    where somebody is named at whom it is done. ``rolls`` are those it makes, in order, where it
    makes the same ones each time.
    """

    id: str
    word: str
    params: type[P]
    stage: Callable[[Match, SideId | None, P], Asking[None] | None]
    phases: tuple[str, ...] = ()
    objections: Callable[[Match, SideId | None, P], Iterable[Objection]] = lambda *_: ()
    candidates: Callable[[Match], Iterable[tuple[SideId | None, P]]] = lambda _: ()
    show: Callable[[Match, SideId | None, P], str] = lambda *_: ""
    outcome: Callable[[Match, SideId | None, P, int], Iterable[AnyFact]] | None = None
    ahead: str = ""
    sign: str = ""
    bars: Callable[[Match, Any], Iterable[Bar]] = lambda *_: ()
    expected: str = ""
    must: bool = False
    breaks_in: bool = False
    rolls: tuple[RollKind, ...] = ()
    any_time: bool = False

    @property
    def interruptible(self) -> bool:
        return issubclass(self.params, Interruptible)

    def may(self, match: Match, subject: Subject) -> Bar | None:
        """What keeps somebody from it above all, or None."""
        return next(iter(self.bars(match, subject)), None)

    def read(self, params: Mapping[str, Json]) -> P:
        """Parameters from their stored form. Raises ``msgspec.ValidationError``."""
        return msgspec.convert(params, self.params)

    def command(self, side: SideId | None, params: P) -> Command:
        """The action in stored form."""
        return Command(self.id, side, stored(params))


def stored(params: Struct) -> dict[str, Json]:
    """A parameter struct as it is written down: exactly what will be read back."""
    return msgspec.json.decode(msgspec.json.encode(params), type=dict[str, Json])


@dataclass(frozen=True)
class Phase:
    """A phase: whose go it is, and the stages on entering and leaving it.

    ``opening``: it comes once, before the first turn. ``noun``: what is being done in it, where
    the word says it otherwise (``shoot``: shooting). ``short``: its word for a narrow column.
    """

    id: str
    word: str
    order: Order = "both"
    enter: Callable[[Match], Asking[None] | None] | None = None
    leave: Callable[[Match], Asking[None] | None] | None = None
    opening: bool = False
    noun: str = ""
    short: str = ""


@dataclass(frozen=True)
class OptionSpec:
    """A house rule: its name, its values (default first), the rule it settles.

    ``question`` is set for the few that tables really argue about: those are asked. Between
    ``low`` and ``high`` it may be any whole number; ``values`` are those offered then.
    """

    name: str
    values: tuple[Scalar, ...]
    rule: str
    text: str
    question: str = ""
    low: int | None = None
    high: int | None = None

    @property
    def default(self) -> Scalar:
        return self.values[0]

    def allows(self, value: Scalar) -> bool:
        if isinstance(value, int) and self.low is not None and self.high is not None:
            return not isinstance(value, bool) and self.low <= value <= self.high
        return value in self.values

    @property
    def allowed(self) -> str:
        """What it may be, in words."""
        if self.low is not None:
            return f"a number from {self.low} to {self.high}"
        return f"one of {', '.join(str(value).lower() for value in self.values)}"


class Tally(Struct, frozen=True):
    """Something a figure has so much of in a turn: how much is spent and how much is left."""

    word: str
    spent: int
    left: int
    pips: bool = False
    """Few enough to be drawn one by one, and known without its word."""


class Sheet(Struct, frozen=True):
    """What stands beside the name of a figure where figures act one by one.

    ``told`` are the markers that it tells already, so that they are not shown again.
    """

    rank: str = ""
    tallies: tuple[Tally, ...] = ()
    told: tuple[str, ...] = ()


@dataclass(frozen=True)
class Ruleset:
    """A game system. Everything people see or do in a match comes from here.

    ``interpret`` says what a part of a line means, ``merge`` makes one action of two parts of a
    line where they are one (a volley at two targets); None where they are not. ``standing`` are
    the figures of a unit that are not lost, also where losses come off the table later. ``sheet``
    is the line of a figure on the table where figures act one by one. ``rules`` are the texts of
    its rules by their ids, called for only when somebody wants to see one. ``rolls`` are its kinds
    of roll. ``mends`` is what can be set right by hand, unit by unit, side by side, as it stands.
    ``grids`` are the printed tables of a phase, ``glossary`` says what the words on the screen
    mean, ``die`` is the size of a die of which nothing else is said.
    """

    id: str
    version: str
    title: str
    actions: Mapping[str, Action[Any]]
    phases: tuple[Phase, ...] = ()
    options: tuple[OptionSpec, ...] = ()
    markers: tuple[MarkerKind, ...] = ()
    links: tuple[LinkKind, ...] = ()
    rolls: tuple[RollKind, ...] = ()
    unit_of_length: str = ""
    by_figure: bool = False
    consequences: Callable[[Match], Iterable[AnyFact]] = lambda _: ()
    automatic: Callable[[Match], Command | None] = lambda _: None
    due: Callable[[Match], tuple[Due, ...]] = lambda _: ()
    lexicon: Lexicon = BASE
    interpret: Callable[[Match, Part], Meaning] | None = None
    merge: Callable[[Command, Command], Command | None] = lambda *_: None
    keys: Keys = field(default_factory=Keys)
    forces: ForceRules | None = None
    recorded: Callable[[], RecordedGame] | None = None
    table_problems: Callable[[HouseTables], tuple[str, ...]] = lambda _: ()
    status: Callable[[Match], tuple[tuple[str, str], ...]] = lambda _: ()
    standing: Callable[[Match, UnitId], tuple[FigureId, ...]] = Match.figures
    sheet: Callable[[Match, FigureId], Sheet] = lambda *_: Sheet()
    rules: Callable[[], Mapping[str, str]] = dict
    mends: Callable[[Match], tuple[Mend, ...]] = lambda _: ()
    grids: Callable[[Match, str], tuple[Grid, ...]] = lambda *_: ()
    glossary: Callable[[], Mapping[str, str]] = dict
    die: int = 6

    @cached_property
    def words(self) -> Words:
        """What people call all that is declared; a match keeps them, and is read by them alone."""
        return Words(
            phases=tuple(Word(each.id, each.word, short=each.short) for each in self.phases),
            actions=tuple(Word(each.id, each.word, each.sign) for each in self.actions.values()),
            markers=marker_words(self.markers),
            links=link_words(self.links),
            unit_of_length=self.unit_of_length,
            by_figure=self.by_figure,
            rolls=tuple(kind.word for kind in self.rolls),
        )

    def defaults(self) -> dict[str, Scalar]:
        """Every option at its default."""
        return {option.name: option.default for option in self.options}

    def claimed(self, first: Command, second: Command) -> Command | None:
        """The first of two as it is taken where the second comes in between (opportunity fire at
        a move); None where it comes after.
        """
        action, comes = self.actions.get(first.action), self.actions.get(second.action)
        if action is None or comes is None or not comes.breaks_in or first.side == second.side:
            return None
        return self.claim(first) if action.interruptible else None

    def claim(self, command: Command) -> Command:
        """An action as it is taken where somebody comes in between."""
        return Command(command.action, command.side, {**command.params, "claimed": True})

    def kind_of(self, key: str) -> RollKind | None:
        """The kind of a recorded roll, by the stored key of its question."""
        id_ = key.partition(":")[0]
        return next((kind for kind in self.rolls if kind.id == id_), None)
