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
from tracker.procedures.pieces.naming import find_unit
from tracker.procedures.pieces.people import one_unit
from tracker.procedures.requests import Asking, do
from tracker.procedures.ruleset import Action, Bar, Objection
from tracker.procedures.view import Match, UnknownName
from tracker.rulesets.trial_assault.combat import arms, contact_rows, members
from tracker.rulesets.trial_assault.combat.contact_rows import Rows, Stands
from tracker.rulesets.trial_assault.data import markers
from tracker.rulesets.trial_assault.data.markers import COMBATS
from tracker.rulesets.trial_assault.phases import fighters
from tracker.rulesets.trial_assault.phases.fighters import FightersSheet
from tracker.vocabulary.names import SideId, UnitId

COUNTS: Final = re.compile(r"^(\d+)(?:\+(\d+))?$")
SUCH_AS: Final = "who 5+2 who trooper=3+1 whom who 2 whom+whom"
LACKS: Final = (
    "name the units and how many models touch and support, as in sheet r1 4+4 b1 3+3 r1 b1 "
    "4+2 r2; for 2 models that touch both enemies: b1 2 r1+r2"
)


class TakesUp(Struct, frozen=True):
    """Those of a unit who have it strike with a weapon."""

    unit: UnitId
    weapon: str


# ---------------------------------------------------------------------------- the fighters sheet


def set_contact(match: Match, _: SideId | None, params: FightersSheet) -> Asking[None]:
    """TA-FIGHT-01, TA-MULTI-02: units of which something is told stand as it is told."""
    told = params.rows or (yield from do(fighters.ask_rows))
    for one in dict.fromkeys(row.unit for row in told):
        rows = tuple(row for row in told if row.unit == one)
        if not COMBATS.of(match, one) and not any(row.engaged or row.supporting for row in rows):
            continue
        _join(match, one, rows)
        match.record(markers.TOLD.set(one))
        members.stand(match, one, *contact_rows.place(match, one, rows))


def _join(match: Match, one: UnitId, rows: Rows) -> None:
    """TA-G19, TA-G45: who supports any friend fights in the friend's combat, and falls back no
    more.
    """
    for row in rows:
        combat = None if row.enemy is None else COMBATS.of(match, row.enemy)
        if combat is not None and COMBATS.of(match, one) is None:
            match.record(markers.FIGHTS.link_between(one, combat))
            if match.has(one, markers.FLEES):
                match.record(markers.FLEES.cleared(one))


def list_sheets(match: Match) -> Iterator[tuple[SideId | None, FightersSheet]]:
    """What is asked, and half of a unit in support, once, before anybody has struck."""
    if match.phase != "fight" or match.marked(markers.STRUCK):
        return
    if not match.marked(markers.TOLD):
        yield None, FightersSheet()
    for one in match.units():
        n, enemies = len(match.figures(one)), markers.list_locked(match, one)
        supported = any(match.has(each, markers.SUPPORTS) for each in match.figures(one))
        if n > 1 and enemies and not supported:
            row = Stands(one, n - n // 2, n // 2, enemies[0], also=enemies[1:])
            yield None, FightersSheet((row,))


def _take_rows(said: Said) -> Values:
    rows: list[Stands] = []
    while (text := said.next_argument()) is not None:
        one = find_unit(said.match, text)
        group, counts = _counts(said)
        fighters.require_profile(said.match, one, group)
        engaged, supporting = (int(n or 0) for n in counts)
        enemies: list[UnitId] = []
        ahead = said.arguments[1] if len(said.arguments) > 1 else ""
        if said.arguments and not COUNTS.match(ahead.rpartition("=")[2]):
            named = said.arguments.pop(0).split("+")
            enemies = [find_unit(said.match, name) for name in named]
        first = enemies[0] if enemies else None
        fighters.must_fight(said.match, one, tuple(enemies))
        rows.append(Stands(one, engaged, supporting, first, group, tuple(enemies[1:])))
    return {"rows": tuple(rows)}


def _counts(said: Said) -> tuple[str, tuple[str | None, ...]]:
    """``4+4``, ``5``, ``trooper=3+1``."""
    group, _, counts = (said.next_argument() or "").rpartition("=")
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
            yield "+".join(map(match.handle, (row.enemy, *row.also)))


# ------------------------------------------------------------------------------------- weapons


def take_up(match: Match, _: SideId | None, params: TakesUp) -> None:
    arms.take_up(match, params.unit, params.weapon)


def list_arms_objections(match: Match, _: SideId | None, params: TakesUp) -> Iterator[Objection]:
    return arms.list_objections(match, params.unit, params.weapon)


def list_arms_bars(match: Match, one: UnitId) -> Iterator[Bar]:
    if not markers.is_locked(match, one):
        yield Bar("not-in-combat", "TA-FIGHT-07", "is not in close combat")


def list_choices(match: Match) -> Iterator[tuple[SideId | None, TakesUp]]:
    for one in match.units() if match.phase == "fight" and not match.marked(markers.STRUCK) else ():
        for name in arms.list_known(match, one) if markers.is_locked(match, one) else ():
            untold = not any(match.has(each, markers.USES) for each in match.figures(one))
            if untold and arms.list_having(match, one, name):
                yield match.side_of(one), TakesUp(one, name)


PHASES: Final = ("charge", "fight", "pile")
ACTIONS: Final = (
    Action(
        id="sheet",
        word="stands",
        ahead="who touches whom",
        params=FightersSheet,
        stage=set_contact,
        phases=PHASES,
        objections=fighters.list_objections,
        candidates=list_sheets,
        tells=(markers.TOLD, markers.ENGAGED, markers.SUPPORTS),
        form=WordForm("sheet", (Argument(_take_rows, _say_rows, SUCH_AS),)),
    ),
    Action(
        id="arms",
        word="takes up",
        params=TakesUp,
        stage=take_up,
        phases=PHASES[:2],
        objections=list_arms_objections,
        bars=list_arms_bars,
        candidates=list_choices,
        tells=("weapon",),
        form=Form(
            "arms",
            one_unit("unit", "name one unit in each part, and put | between parts"),
            how=(called("weapon", "with"),),
        ),
    ),
)
