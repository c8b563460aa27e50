"""Setting right by hand: figures, marks, guns and the clock, as facts (``fix b1 figures +1``)."""

from __future__ import annotations

from typing import Final

from tracker.procedures.pieces.naming import figure_named, one_of, side_named, unit_named
from tracker.procedures.pieces.sayings import no_more, number
from tracker.procedures.ruleset import Righting
from tracker.procedures.view import Match, UnknownName
from tracker.rulesets.deathzap2.attacks.targets import plainness
from tracker.rulesets.deathzap2.data import markers, tables
from tracker.rulesets.deathzap2.phases import flow
from tracker.scribe.line import Word
from tracker.vocabulary.events import (
    AnyFact,
    FiguresRemoved,
    FiguresReturned,
    GearChanged,
    MarkerCleared,
    MarkerSet,
    PhaseBegan,
    TurnBegan,
    UnitFormed,
)
from tracker.vocabulary.names import FigureId, SideId, Subject, UnitId, handle

MOST: Final = 200
OFF: Final = frozenset(("off", "no", "0"))
ON_UNIT: Final = {
    "panic": markers.PANICKED,
    "order": markers.ORDER,
    "moved": markers.MOVED,
    "fired": markers.FIRED,
    "again": markers.SECOND_MOVE,
    "fought": markers.FOUGHT,
    "holds": markers.HELD,
}
ON_FIGURE: Final = {
    "half": markers.HALVED,
    "immobile": markers.IMMOBILE,
    "hunted": markers.TARGET,
}
UNTIL: Final[dict[str, str]] = {
    markers.ORDER: "turn",
    markers.MOVED: "phase",
    markers.FIRED: "phase",
    markers.SECOND_MOVE: "turn",
    markers.FOUGHT: "phase",
    markers.HELD: "phase",
}
MEND: Final = ("figures", "to-remove", "unit", "gun", "calm", *ON_UNIT, *ON_FIGURE)


def fix(match: Match, word: Word) -> Righting:
    """Raises ``UnknownName`` with a sentence that says what can be set right."""
    if len(word.arguments) < 2:
        message = "fix whom, and what? fix b1 figures +1, fix r3 half, fix phase shoot red"
        raise UnknownName(message)
    first, second, *more = word.arguments
    if first == "phase":
        return Righting(_phase(match, second, more))
    if first == "turn":
        turn = number(second, "turn", low=1, high=tables.TURNS) or 1
        return Righting((TurnBegan(turn=turn, order=match.clock.order),))
    what = one_of(second, MEND, "thing to set right")
    value = more[0] if more else None
    if what == "gun":
        no_more(word, 4)
        return Righting(_gun(match, _figure(match, first), *more))
    no_more(word, 3)
    if what in ON_FIGURE:
        return Righting(_on_figure(match, _figure(match, first), ON_FIGURE[what], value))
    unit = unit_named(match, first)
    if what == "unit":
        return Righting(_one_unit(match, unit, value))
    if what in ("figures", "to-remove"):
        change = number(value or "", f"{what} of {first}", low=-MOST, high=MOST) or 0
        return Righting(
            _figures(match, unit, change) if what == "figures" else _fall(match, unit, change)
        )
    return Righting(_on_unit(match, unit, what, value))


def _phase(match: Match, phase: str, more: list[str]) -> tuple[AnyFact, ...]:
    names = {p.word: p.id for p in flow.TURN} | {p.id: p.id for p in flow.TURN}
    found = one_of(phase, names, "phase")
    side: SideId | None = side_named(match, more[0]) if more else None
    halves = next(p for p in flow.TURN if p.id == found).order == "sides"
    if halves and side is None:
        side = (match.clock.order or match.sides)[0]
    return (PhaseBegan(phase=found, side=side if halves else None),)


# --------------------------------------------------------------------------------------- figures


def _figure(match: Match, name: str) -> FigureId:
    """A figure, or the only one of a unit."""
    if "." in name:
        return figure_named(match, name)
    unit = unit_named(match, name)
    figures = match.figures(unit)
    if len(figures) == 1:
        return figures[0]
    message = f"{name} has {len(figures)} figures: name one, such as {name}.1"
    raise UnknownName(message)


def _one_unit(match: Match, unit: UnitId, value: str | None) -> tuple[AnyFact, ...]:
    """Squads that set up as one unit (DZ-SETUP-06); fright of before the game was loneliness."""
    if value is None:
        message = f"which unit does it belong to? fix {handle(unit)} unit r2"
        raise UnknownName(message)
    into = unit_named(match, value)
    formed = match.unit(into)
    if into == unit or formed.side != match.side_of(unit):
        message = f"{handle(unit)} becomes part of another unit of its own side"
        raise UnknownName(message)
    figures = (*match.figures(into), *match.figures(unit))
    frights = tuple(
        one
        for one in (into, unit)
        if markers.is_panicked(match, one)
        and (one == unit or not markers.panicked_since(match, one))
    )
    whole = UnitFormed(
        unit=into, side=formed.side, name=formed.name, figures=figures, out_of=(unit,)
    )
    if not frights:
        return (whole,)
    return (whole, MarkerCleared(subjects=frights, marker=markers.PANICKED))


def _figures(match: Match, unit: UnitId, change: int) -> tuple[AnyFact, ...]:
    """The plainest are lost first; they come back in the opposite order."""
    if change < 0:
        fallen = _plainest(match, match.figures(unit), -change, unit)
        return (FiguresRemoved(figures=fallen, how="lost"),)
    gone = tuple(
        figure
        for figure in match.all_figures(match.side_of(unit))
        if match.figure(figure).unit == unit and match.figure(figure).gone is not None
    )
    if change > len(gone):
        message = f"{handle(unit)} has lost {len(gone)} figures: no more can come back"
        raise UnknownName(message)
    back = sorted(gone, key=lambda figure: plainness(match, figure)[:-1], reverse=True)
    return (FiguresReturned(figures=tuple(back[:change])),) if change else ()


def _fall(match: Match, unit: UnitId, change: int) -> tuple[AnyFact, ...]:
    """More or fewer figures that come off when the phase ends."""
    standing = markers.standing(match, unit)
    tally = markers.killed_this_phase(match, unit)
    if change > 0:
        fallen = _plainest(match, standing, change, unit)
        mark: AnyFact = MarkerSet(subjects=fallen, marker=markers.TO_REMOVE, value="by hand")
    else:
        marked = tuple(f for f in match.figures(unit) if f not in standing)
        spared = _plainest(match, marked, -change, unit)
        mark = MarkerCleared(subjects=spared, marker=markers.TO_REMOVE)
    killed = MarkerSet(
        subjects=(unit,), marker=markers.KILLED, value=max(0, tally + change), until="phase"
    )
    return (mark, killed) if change else ()


def _plainest(
    match: Match, figures: tuple[FigureId, ...], count: int, unit: UnitId
) -> tuple[FigureId, ...]:
    """So many of these, the plainest, and of equal ones the last of the roster."""
    if count > len(figures):
        message = f"{handle(unit)} has only {len(figures)} of them"
        raise UnknownName(message)

    def worth(figure: FigureId) -> tuple[object, ...]:
        return (*plainness(match, figure)[:-1], -figures.index(figure))

    by_worth = sorted(figures, key=worth)
    return tuple(sorted(by_worth[:count], key=figures.index))


# ----------------------------------------------------------------------------------------- marks


def _on_unit(match: Match, unit: UnitId, what: str, value: str | None) -> tuple[AnyFact, ...]:
    if what == "calm":
        return _off(match, unit, markers.PANICKED)
    marker = ON_UNIT[what]
    if value in OFF and marker != markers.PANICKED:
        return _off(match, unit, marker)
    if marker == markers.PANICKED:
        if value in ("off", "no"):
            return _off(match, unit, marker)
        said = number(value, "panicked since turn", high=tables.TURNS)
        since = match.turn if said is None else said
        return (MarkerSet(subjects=(unit,), marker=marker, value=since),)
    if marker == markers.ORDER:
        die = number(value or "", "order die", low=1, high=6) or 1
        return (MarkerSet(subjects=(unit,), marker=marker, value=die, until=UNTIL[marker]),)
    return (MarkerSet(subjects=(unit,), marker=marker, until=UNTIL[marker]),)


def _on_figure(
    match: Match, figure: FigureId, marker: str, value: str | None
) -> tuple[AnyFact, ...]:
    if value in OFF:
        return _off(match, figure, marker)
    if marker == markers.HALVED:
        times = number(value, "times its speed is halved", low=1, high=9)
        if times is None:
            times = int(match.mark(figure, marker) or 0) + 1
        return (MarkerSet(subjects=(figure,), marker=marker, value=times),)
    return (MarkerSet(subjects=(figure,), marker=marker),)


def _off(match: Match, subject: Subject, marker: str) -> tuple[AnyFact, ...]:
    if not match.has(subject, marker):
        message = f"{handle(subject)} does not carry that mark"
        raise UnknownName(message)
    return (MarkerCleared(subjects=(subject,), marker=marker),)


def _gun(
    match: Match, figure: FigureId, value: str | None = None, then: str = ""
) -> tuple[AnyFact, ...]:
    """A gun that is lost, or ``back``: by its kind, or by its id where there are two of a kind."""
    working = markers.working_guns(match, figure)
    if value == "back":
        value, then = None, "back"
    if then not in ("", "back"):
        message = f"{then} says nothing after a gun; fix r3 gun destroyer back"
        raise UnknownName(message)
    every = markers.profile(match, figure).guns
    found = [gun for gun in every if gun not in working] if then else working
    if not found:
        which = "lost no gun" if then else "has no gun left to lose"
        message = f"{handle(figure)} {which}"
        raise UnknownName(message)
    guns = {gun.id: gun.id for gun in found}
    guns |= {str(gun.kind): gun.id for gun in reversed(found)}
    gun = one_of(value, guns, "gun of it") if value else found[0].id
    if then:
        return (GearChanged(figure=figure, gained=(gun,), why="by hand"),)
    return (GearChanged(figure=figure, lost=(gun,), why="by hand"),)
