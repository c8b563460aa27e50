"""Setting right by hand: reactions, marks, points, weapons and who is on the table."""

from __future__ import annotations

from typing import Final, Literal

from tracker.procedures.declared.slots import spelled
from tracker.procedures.pieces.naming import figure_named, one_of, side_named
from tracker.procedures.pieces.sayings import no_more, number
from tracker.procedures.ruleset import Righting
from tracker.procedures.view import Match, UnknownName
from tracker.rulesets.combat_zone.data import markers, tables
from tracker.rulesets.combat_zone.phases import flow, points, slots
from tracker.rulesets.combat_zone.phases.people import group_called, only
from tracker.scribe.line import Who, Word
from tracker.vocabulary.events import (
    AnyFact,
    FiguresRemoved,
    FiguresReturned,
    GearChanged,
    MarkerCleared,
    MarkerSet,
    PhaseBegan,
    TurnBegan,
    Unlinked,
)
from tracker.vocabulary.names import FigureId

OFF: Final = frozenset(("off", "no"))
GONE: Final[dict[str, Literal["killed", "destroyed", "fled", "lost"]]] = {
    "killed": "killed",
    "destroyed": "destroyed",
    "left": "fled",
    "lost": "lost",
}
MARKS: Final = {
    "panic": markers.PANIC,
    "rout": markers.ROUT,
    "recovered": markers.RECOVERED,
    "opp": markers.OPPORTUNITY,
    "down": markers.DOWN,
    "holds": markers.HOLDS,
    "finished": markers.FINISHED,
    "malfunction": markers.MALFUNCTION,
}
UNTIL: Final[dict[str, str]] = {
    markers.RECOVERED: "turn",
    markers.OPPORTUNITY: "turn",
    markers.HOLDS: "turn",
    markers.FINISHED: "turn",
}
REACTIONS: Final = (markers.PANIC, markers.ROUT, markers.RECOVERED)
ON_UNIT: Final = {"activated": markers.ACTIVATED, "scattered": markers.SCATTERED}
MEND: Final = (*MARKS, *ON_UNIT, *GONE, "back", "steady", "spent", "gun", "damage", "free")
MOST_TURN: Final = 99


def fix(match: Match, word: Word) -> Righting:
    """Raises ``UnknownName`` with a sentence that says what can be set right."""
    if len(word.arguments) < 2:
        message = "fix whom, and what? fix r11 panic, fix b21 destroyed, fix r12 spent 3"
        raise UnknownName(message)
    first, second, *more = word.arguments
    if first == "phase":
        return Righting(_phase(match, second, more))
    if first == "turn":
        turn = number(second, "turn", low=1, high=MOST_TURN) or 1
        return Righting((TurnBegan(turn=turn, order=match.clock.order),))
    what = one_of(second, MEND, "thing to set right")
    value = more[0] if more else None
    if what == "gun":
        no_more(word, 4)
        return Righting(_gun(match, _figure(match, first), value or "", *more[1:]))
    no_more(word, 3)
    if what in ON_UNIT:
        return Righting(_on_unit(match, first, ON_UNIT[what], value))
    return Righting(_on_figure(match, _figure(match, first), what, value))


def _figure(match: Match, name: str) -> FigureId:
    """A figure, be it on the table or not."""
    try:
        return figure_named(match, name)
    except UnknownName:
        otherwise = f"{name} has several figures: name one, such as {name}1"
        return only(match, Who((name,)), otherwise)


def _phase(match: Match, phase: str, more: list[str]) -> tuple[AnyFact, ...]:
    names = {p.word: p.id for p in flow.TURN} | {p.id: p.id for p in flow.TURN}
    found = one_of(phase, names, "phase")
    side = side_named(match, more[0]) if more else None
    if found == slots.PHASE:
        order = match.clock.order or match.sides
        return (PhaseBegan(phase=found, side=side or order[0], order=order),)
    return (PhaseBegan(phase=found),)


def _on_unit(match: Match, name: str, marker: str, value: str | None) -> tuple[AnyFact, ...]:
    unit = group_called(match, name)
    if value in OFF:
        return (MarkerCleared(subjects=(unit,), marker=marker),) if match.has(unit, marker) else ()
    until = "turn" if marker == markers.ACTIVATED else ""
    return (MarkerSet(subjects=(unit,), marker=marker, until=until),)


def _on_figure(match: Match, figure: FigureId, what: str, value: str | None) -> tuple[AnyFact, ...]:
    who = (figure,)
    if what in GONE:
        return (FiguresRemoved(figures=who, how=GONE[what]),)
    match what:
        case "back":
            return (FiguresReturned(figures=who),)
        case "steady":
            return _off(match, figure, *REACTIONS)
        case "spent":
            spent = number(value or "", "points spent", high=MOST_TURN) or 0
            total = points.spent(match, figure) + spent if (value or "").startswith("+") else spent
            return (MarkerSet(subjects=who, marker=markers.SPENT, value=total, until="turn"),)
        case "damage":
            mark = MarkerSet(subjects=who, marker=markers.DAMAGE, value=value or "")
            return (mark,) if value and value not in OFF else _off(match, figure, markers.DAMAGE)
        case "free":
            return tuple(
                Unlinked(relation=markers.ENGAGED, a=a, b=b)
                for a, b in match.pairs(markers.ENGAGED)
                if figure in (a, b)
            )
    return _mark(match, figure, MARKS[what], value)


def _gun(match: Match, figure: FigureId, said: str, then: str = "") -> tuple[AnyFact, ...]:
    """A weapon that is lost, or ``back`` in hand."""
    if then not in ("", "back"):
        message = f"{then} says nothing after a weapon; fix r11 gun assault-rifle back"
        raise UnknownName(message)
    one = spelled(said, tables.ARMS, "weapon")
    if not then:
        return (GearChanged(figure=figure, lost=(one,), why="by hand"),)
    if one in markers.weapons(match, figure):
        message = f"{match.handle(figure)} has its {one.replace('-', ' ')}"
        raise UnknownName(message)
    return (GearChanged(figure=figure, gained=(one,), why="by hand"),)


def _mark(match: Match, figure: FigureId, marker: str, value: str | None) -> tuple[AnyFact, ...]:
    """A figure has one reaction at a time (CZ-MORALE-10)."""
    if value in OFF:
        return _off(match, figure, marker)
    others = [one for one in REACTIONS if marker in REACTIONS and one != marker]
    said: str | int | bool = value or True
    if marker == markers.PANIC:
        said = match.turn
    elif marker == markers.OPPORTUNITY:
        said = spelled(value, tables.ARMS, "weapon") if value else "any"
    mark = MarkerSet(subjects=(figure,), marker=marker, value=said, until=UNTIL.get(marker, ""))
    return (*_off(match, figure, *others), mark)


def _off(match: Match, figure: FigureId, *marks: str) -> tuple[AnyFact, ...]:
    return tuple(
        MarkerCleared(subjects=(figure,), marker=marker)
        for marker in marks
        if match.has(figure, marker)
    )
