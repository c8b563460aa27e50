"""One action on its way into the log: what was said, rolled and came of it, phase by phase."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Literal

from msgspec import Struct

from tracker.application import log_facts, log_rolls
from tracker.application.attacks import chain, goes_on
from tracker.application.story import Entry
from tracker.application.wording import Names
from tracker.projection.state import Clock, State
from tracker.vocabulary import events as ev
from tracker.vocabulary.names import SideId, Subject, UnitId, is_figure, is_unit

Kind = Literal["opening", "action", "turn", "note", "set right", "taken back", "end"]


class Detail(Struct, frozen=True):
    """What one entry of a line says in full; ``number`` is its line number in the book."""

    number: int
    version: ev.Version
    text: str
    source: ev.Source | Literal[""]
    at: int
    author: str


class LogLine(Struct, frozen=True):
    """A line of the log: an action with all its rolls, a note, a turn that ended …

    ``number`` to ``last`` are its line numbers; ``taken_back`` those in between that no longer
    count. ``by_app``: the app rolled some of it. ``open``: the action still waits for something.
    """

    kind: Kind
    text: str
    number: int
    last: int
    version: ev.Version
    end: ev.Version
    turn: int
    phase: str
    side: SideId | None
    details: tuple[Detail, ...]
    at: int
    author: str
    rulings: tuple[str, ...] = ()
    taken_back: tuple[int, ...] = ()
    by_app: bool = False
    open: bool = False
    back: tuple[str, ...] = ()
    """What its text says about lines taken back, at the end and in brackets."""

    @property
    def plain(self) -> str:
        """The text without what was taken back."""
        return self.text.removesuffix("".join(f" ({note})" for note in self.back))


@dataclass
class Clause:
    """Rolls of one attack, or one loose roll, with what came of them.

    ``effects`` are texts by what they say, so that losses of one unit add up.
    """

    opening: str = ""
    whose: str = ""
    about: UnitId | None = None
    rolls: list[ev.Rolled] = field(default_factory=list)
    effects: dict[str, str] = field(default_factory=dict)
    losses: Counter[str] = field(default_factory=Counter)

    def text(self) -> str:
        said = log_rolls.all_in_short(self.rolls)
        effects = list(self.effects.values())
        if self.opening:
            said = f"{self.opening}: {said}"
            said, effects = self._against_chance(said, effects)
        elif self.whose and said:
            said = f"{self.whose} {said}"
        return ": ".join(part for part in (said, ", ".join(effects)) if part)

    def _against_chance(self, said: str, effects: list[str]) -> tuple[str, list[str]]:
        """The expectation stands beside what it is of: the losses, or the last pool rolled."""
        found = chain(self.rolls)
        if found is None:
            return said, effects
        text = f"{float(found.expected):.1f} expected"
        if found.saved and len(effects) == 1 and effects[0].startswith(f"{found.result} "):
            return said, [f"{effects[0]}, {text}"]
        return f"{said} ({text})", effects


@dataclass
class Group:
    """The part of an action that falls in one phase."""

    first: Entry
    clock: Clock
    phase: str
    side: SideId | None
    last: Entry
    head: str = ""
    who: frozenset[Subject] = frozenset()
    whom: frozenset[Subject] = frozenset()
    clauses: list[Clause] = field(default_factory=list)
    details: list[Detail] = field(default_factory=list)
    rulings: list[str] = field(default_factory=list)
    taken_back: tuple[int, ...] = ()
    back: list[str] = field(default_factory=list)
    late: list[str] = field(default_factory=list)

    def text(self) -> str:
        said = [text for clause in self.clauses if (text := clause.text())]
        attacks = any(clause.opening for clause in self.clauses)
        if self.head and not attacks:
            rest = ", ".join(said)
            return f"{self.head}: {rest}" if rest else self.head
        return " | ".join(said)

    def line(self, *, still_open: bool) -> LogLine | None:
        """The line of the log, or None where nothing is worth saying."""
        text = self.text()
        if not text:
            return None
        rulings = (f"table ruling: {ruling}" for ruling in self.rulings)
        notes = [*rulings, *self.late, *self.back]
        return LogLine(
            kind="action",
            text=text + "".join(f" ({note})" for note in notes),
            number=self.first.number,
            last=self.last.number,
            version=self.first.version,
            end=self.last.end,
            turn=self.clock.turn,
            phase=self.phase,
            side=self.side,
            details=tuple(self.details),
            at=self.first.at,
            author=self.first.author,
            rulings=tuple(self.rulings),
            taken_back=self.taken_back,
            by_app=any(roll.app for clause in self.clauses for roll in clause.rolls),
            open=still_open,
            back=tuple(self.back),
        )

    # ------------------------------------------------------------------------------- taking in

    def take_back(self, lines: tuple[int, ...], text: str) -> None:
        """Lines within the action that no longer count."""
        self.taken_back += lines
        self.back.append(text)

    def begin(self, names: Names, event: ev.ActionTaken) -> None:
        """Who does what, where somebody said it; what the book does by itself has no head."""
        who, whom = actors(event, names.state)
        self.who, self.whom = frozenset(who), frozenset(whom)
        if event.source != "default" and who:
            self.head = _head(names, names.action(event.action), who, whom)
        for override in event.overrides:
            why = f", {override.reason}" if override.reason else ""
            self.rulings.append(f"{override.objection.replace('-', ' ')}{why}")

    def rolled(self, names: Names, roll: ev.Rolled) -> None:
        last = self.clauses[-1] if self.clauses else None
        attack = log_rolls.is_attack(roll)
        if not (attack and last and last.opening and goes_on(last.rolls, roll)):
            last = Clause(whose="" if attack or self.head else log_rolls.whose(names, roll))
            if attack:
                last.opening = log_rolls.opening(names, roll)
                last.about = names.unit_of(roll.target or "")
            self.clauses.append(last)
        last.rolls.append(roll)
        ruling = log_rolls.ruling(roll)
        if ruling:
            self.rulings.append(ruling)

    def effect(self, text: str) -> None:
        self._clause().effects[text] = text

    def _clause(self) -> Clause:
        if not self.clauses:
            self.clauses.append(Clause())
        return self.clauses[-1]

    def fact(self, names: Names, entry: Entry, fact: ev.AnyFact) -> None:
        """Add what a fact says, unless the line says it already."""
        if self._goes_without_saying(entry, fact):
            return
        if isinstance(fact, ev.FiguresRemoved):
            self._lost(names, fact)
            return
        text = log_facts.said(names, fact, self._clause().about)
        if text:
            self.effect(text)

    def _lost(self, names: Names, fact: ev.FiguresRemoved) -> None:
        clause = self._clause()
        if names.state.info.words.by_figure:
            self.effect(log_facts.said(names, fact))
            return
        for unit, n in names.by_unit(fact.figures).items():
            clause.losses[unit] += n
            text = log_facts.lost(names, unit, clause.losses[unit], fact.how)
            clause.effects[f"{unit} lost"] = text

    def _goes_without_saying(self, entry: Entry, fact: ev.AnyFact) -> bool:
        taken = isinstance(entry.input, ev.ActionTaken) and bool(self.head)
        match fact:
            case ev.MarkerSet(until=until, value=value):
                rolled = isinstance(entry.input, ev.Rolled) and value in entry.input.result
                return bool(until) and (taken or rolled)
            case ev.Moved(unit=unit, figures=figures, length=None):
                return taken and (unit in self.who or (bool(figures) and {*figures} <= self.who))
            case ev.Linked(a=a, b=b):
                return taken and {a, b} <= (self.who | self.whom)
        return False


def _head(names: Names, word: str, who: tuple[Subject, ...], whom: tuple[Subject, ...]) -> str:
    """``Stalker contacts Bravo``; ``Stalker moves again (Bravo)`` where one verb does not do."""
    said = f"{names.subjects(who)} {word}"
    if not whom:
        return said
    return f"{said} ({names.subjects(whom)})" if " " in word else f"{said} {names.subjects(whom)}"


BY_FIGURE = ("figure", "figures", "machine")


def actors(event: ev.ActionTaken, state: State) -> tuple[tuple[Subject, ...], tuple[Subject, ...]]:
    """The units that act (the ``unit`` or ``units`` of an action) and those they act on.

    Where figures act one by one they are its ``figure`` or ``figures``.
    """
    if state.info.words.by_figure:
        named = [figure for key in BY_FIGURE for figure in figures_in(event.params.get(key))]
        others = dict.fromkeys(one for one in figures_in(event.params) if one not in named)
        if named:
            return tuple(named), tuple(others)
    own = dict.fromkeys(
        unit for key in ("unit", "units") for unit in units_in(event.params.get(key))
    )
    others = dict.fromkeys(unit for unit in units_in(event.params) if unit not in own)
    there = [unit for unit in others if UnitId(unit) in state.units]
    return tuple(own), tuple(there)


def units_in(value: object) -> Iterator[Subject]:
    """Every unit named in the parameters of an action."""
    return (text for text in _texts(value) if is_unit(text))


def figures_in(value: object) -> Iterator[Subject]:
    """Every figure named in them."""
    return (text for text in _texts(value) if is_figure(text))


def _texts(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for item in value.values():
            yield from _texts(item)
    elif isinstance(value, (tuple, list)):
        for item in value:
            yield from _texts(item)


def numbers(lines: tuple[int, ...]) -> str:
    """``line 45``, ``lines 45–47``; gaps are not worth telling."""
    first, last = lines[0], lines[-1]
    return f"line {first}" if first == last else f"lines {first}–{last}"
