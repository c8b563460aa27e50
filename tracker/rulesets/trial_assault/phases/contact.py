"""What people tell of a combat before it is fought: who touches whom, and weapons."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any, Final

from msgspec import Struct

from tracker.procedures.declared.forms import Form
from tracker.procedures.declared.said import Said, Values
from tracker.procedures.declared.slots import called
from tracker.procedures.declared.words import Argument, WordForm
from tracker.procedures.pieces.naming import unit_named
from tracker.procedures.pieces.people import one_unit
from tracker.procedures.requests import Asking, do
from tracker.procedures.ruleset import Action, Bar, Objection
from tracker.procedures.view import Match, UnknownName
from tracker.rulesets.trial_assault.combat import arms, casualties, members
from tracker.rulesets.trial_assault.combat.members import Models, Units
from tracker.rulesets.trial_assault.data import markers
from tracker.rulesets.trial_assault.data.markers import COMBATS
from tracker.rulesets.trial_assault.phases import fighters
from tracker.rulesets.trial_assault.phases.fighters import FightersSheet, Stands
from tracker.vocabulary.names import FigureId, SideId, UnitId

COUNTS: Final = re.compile(r"^(\d+)(?:\+(\d+))?$")
LACKS: Final = "a sheet says how many touch and support: sheet r1 4+4 b1 3+3 r1 b1 4+2 r2"


class TakesUp(Struct, frozen=True):
    """Those of a unit who have it strike with a weapon."""

    unit: UnitId
    weapon: str


# ---------------------------------------------------------------------------- the fighters sheet


def sheet(match: Match, _: SideId | None, params: FightersSheet) -> Asking[None]:
    """TA-FIGHT-01, TA-MULTI-02: units of which something is told stand as it is told."""
    told = params.rows or (yield from do(fighters.asked))
    for one in dict.fromkeys(row.unit for row in told):
        rows = tuple(row for row in told if row.unit == one)
        _join(match, one, rows)
        match.record(markers.TOLD.set(one))
        members.stand(match, one, *_stood(match, one, rows))


def _join(match: Match, one: UnitId, rows: tuple[Stands, ...]) -> None:
    """TA-G19, TA-G45: who supports any friend fights in the friend's combat, and falls back no
    more.
    """
    for row in rows:
        combat = None if row.enemy is None else COMBATS.of(match, row.enemy)
        if combat is not None and COMBATS.of(match, one) is None:
            match.record(markers.FIGHTS.between(one, combat))
            if match.has(one, markers.FLEES):
                match.record(markers.FLEES.cleared(one))


def _stood(
    match: Match, one: UnitId, rows: tuple[Stands, ...]
) -> tuple[list[tuple[Models, Units]], list[tuple[Models, Units]]]:
    """Which models touch whom, and which support: the leaders and best armed in front."""
    touching: dict[FigureId, Units] = {}
    supporting: dict[FigureId, Units] = {}
    for told, found, taken in ((True, touching, ()), (False, supporting, touching)):
        for group in dict.fromkeys(row.group for row in rows):
            front = [each for each in _front(match, one, group) if each not in taken]
            at = 0
            for row in (row for row in rows if row.group == group):
                n = min(row.engaged if told else row.supporting, len(front))
                at = min(at, len(front) - n)  # who touches two enemies is told of both
                for figure in front[at : at + n]:
                    found[figure] = (*found.get(figure, ()), *_enemy(match, row))
                at += n
    return _rows(touching), _rows(supporting)


def _enemy(match: Match, row: Stands) -> Units:
    """The enemy of a row; nobody where it names none and the unit is in no close combat."""
    return markers.locked_with(match, row.unit)[:1] if row.enemy is None else (row.enemy,)


def _front(match: Match, one: UnitId, group: str) -> tuple[FigureId, ...]:
    """The models of a unit (of a profile), those who fall last in front (TA-G30)."""
    figures = tuple(
        figure
        for figure in match.figures(one)
        if not group or match.figure(figure).profile == group
    )
    return tuple(f for _, those in reversed(casualties.in_order(match, figures)) for f in those)


def _rows(found: dict[FigureId, Units]) -> list[tuple[Models, Units]]:
    kinds = dict.fromkeys(found.values())
    return [(tuple(f for f, units in found.items() if units == kind), kind) for kind in kinds]


def sheets(match: Match) -> Iterator[tuple[SideId | None, FightersSheet]]:
    """What is asked, and half of a unit in support, once, before anybody has struck."""
    if match.phase != "fight" or match.marked(markers.STRUCK):
        return
    if not match.marked(markers.TOLD):
        yield None, FightersSheet()
    for one in match.units():
        n, enemies = len(match.figures(one)), markers.locked_with(match, one)
        supported = any(match.has(each, markers.SUPPORTS) for each in match.figures(one))
        if n > 1 and enemies and not supported:
            row = Stands(one, n - n // 2, n // 2, enemies[0])
            yield None, FightersSheet((row,))


def _take_rows(said: Said) -> Values:
    rows: list[Stands] = []
    while (text := said.argument()) is not None:
        one = unit_named(said.match, text)
        group, counts = _counts(said)
        engaged, supporting = (int(n or 0) for n in counts)
        enemy = None
        ahead = said.arguments[1] if len(said.arguments) > 1 else ""
        if said.arguments and not COUNTS.match(ahead.rpartition("=")[2]):
            enemy = unit_named(said.match, said.arguments.pop(0))
        rows.append(Stands(one, engaged, supporting, enemy, group))
    return {"rows": tuple(rows)}


def _counts(said: Said) -> tuple[str, tuple[str | None, ...]]:
    """``4+4``, ``5``, ``trooper=3+1``."""
    group, _, counts = (said.argument() or "").rpartition("=")
    found = COUNTS.match(counts)
    if found is None:
        raise UnknownName(LACKS)
    return group, found.groups()


def _say_rows(match: Match, values: Mapping[str, Any]) -> Iterator[str]:
    for row in values["rows"]:
        yield match.handle(row.unit)
        counts = f"{row.engaged}+{row.supporting}" if row.supporting else str(row.engaged)
        yield f"{row.group}={counts}" if row.group else counts
        if row.enemy is not None:
            yield match.handle(row.enemy)


# ------------------------------------------------------------------------------------- weapons


def take_up(match: Match, _: SideId | None, params: TakesUp) -> None:
    arms.take_up(match, params.unit, params.weapon)


def arms_objections(match: Match, _: SideId | None, params: TakesUp) -> Iterator[Objection]:
    return arms.objections(match, params.unit, params.weapon)


def arms_bars(match: Match, one: UnitId) -> Iterator[Bar]:
    if not markers.is_locked(match, one):
        yield Bar("not-in-combat", "TA-FIGHT-07", "is in no combat")


def choices(match: Match) -> Iterator[tuple[SideId | None, TakesUp]]:
    for one in match.units() if match.phase == "fight" and not match.marked(markers.STRUCK) else ():
        for name in arms.known(match, one) if markers.is_locked(match, one) else ():
            untold = not any(match.has(each, markers.USES) for each in match.figures(one))
            if untold and arms.having(match, one, name):
                yield match.side_of(one), TakesUp(one, name)


PHASES: Final = ("charge", "fight", "pile")
ACTIONS: Final = (
    Action(
        id="sheet",
        word="stands",
        params=FightersSheet,
        stage=sheet,
        phases=PHASES,
        objections=fighters.objections,
        candidates=sheets,
        form=WordForm("sheet", (Argument(_take_rows, _say_rows, "who 5+2 who trooper=3+1 whom"),)),
    ),
    Action(
        id="arms",
        word="takes up",
        params=TakesUp,
        stage=take_up,
        phases=PHASES[:2],
        objections=arms_objections,
        bars=arms_bars,
        candidates=choices,
        tells=("weapon",),
        form=Form(
            "arms",
            one_unit("unit", "one unit takes up weapons in a part; put | between them"),
            how=(called("weapon", "with"),),
        ),
    ),
)
