"""Tests of nerve: broken units before they move, and recovery (XF-BRK-01, XF-REC)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

from msgspec import Struct

from tracker.procedures.declared.rolls import RollKind
from tracker.procedures.declared.rollsheet import Come, RollSheet, Row, each
from tracker.procedures.declared.said import Said, Values
from tracker.procedures.declared.words import Argument, WordForm, asking, units
from tracker.procedures.pieces.naming import unit_named
from tracker.procedures.pieces.people import called
from tracker.procedures.requests import Asking, Faces, Share, Tally, ask, do, sub, then
from tracker.procedures.ruleset import Action, Due, Objection
from tracker.procedures.view import Match
from tracker.rulesets.xenocide.data import markers, tables
from tracker.rulesets.xenocide.data.tables import DIE
from tracker.vocabulary.labels import Label
from tracker.vocabulary.names import SideId, UnitId

BROKEN_PHASE, RECOVERY = "initiative", "recovery"
Units = tuple[UnitId, ...]


class Broken(Struct, frozen=True, omit_defaults=True):
    """Broken units test; those named, else all that see an enemy."""

    units: Units = ()


class Recover(Struct, frozen=True, omit_defaults=True):
    """Units with markers try to lose some. Of those named it is told who is ``unseen`` by every
    enemy and by whom a ``commander`` is; with nobody named it is all that have any, and asked.
    """

    units: Units = ()
    unseen: Units = ()
    commander: Units = ()


# ------------------------------------------------------------------------------ who does, and how


def number(match: Match, unit: UnitId, own: int | None = None) -> int:
    """XF-G09, XF-G10: what a die may show at most, by the highest living Morale or a figure's
    ``own``.
    """
    less = 1 if match.option("morale_test") == "less_than" else 0
    marked = markers.markers(match, unit) if match.option("morale_test_markers") else 0
    return (markers.morale(match, unit) if own is None else own) - less - marked


def recovers_on(match: Match, unit: UnitId) -> int:
    """XF-REC-01, XF-G63: strictly under the highest Morale."""
    return markers.morale(match, unit) - (match.option("recovery_test") == "less_than")


def to_test(match: Match) -> Units:
    """The broken units that have not tested this turn (XF-BRK-01)."""
    return tuple(
        unit
        for unit in _in_order(match)
        if markers.is_broken(match, unit)
        and not any(match.has(unit, kind) for kind in (markers.FLEEING, markers.TESTED))
    )


def to_recover(match: Match) -> Units:
    """XF-REC-01: the units with markers that have not had their dice."""
    return tuple(
        unit
        for unit in _in_order(match)
        if markers.markers(match, unit) and not match.has(unit, markers.RECOVERED)
    )


def _in_order(match: Match) -> Iterator[UnitId]:
    return (unit for side in match.clock.order or match.sides for unit in match.units(side))


def which(
    match: Match, id_: str, what: str, asked: Units, default: Units, rule: str
) -> Asking[Units]:
    """Some of these units, as the players see it."""
    answer = yield from ask(
        Tally(
            id=id_,
            what=what,
            shares=tuple(Share(unit, called(match, unit), 1) for unit in asked),
            default=tuple((unit, 1) for unit in default),
            default_means=_means(match, asked, default),
            spatial=True,
            rule=rule,
        )
    )
    return tuple(UnitId(unit) for unit, _ in answer)


def _means(match: Match, asked: Units, default: Units) -> str:
    if default == asked:
        return "all of them"
    return ", ".join(called(match, unit) for unit in default) or "none of them"


def _faces(kind: RollKind, dice: int, labels: tuple[Label, ...]) -> Asking[tuple[int, ...]]:
    return (yield from ask(Faces(kind=kind, dice=(DIE,) * dice, labels=labels, role="owner")))


def _owner(match: Match, units: Units) -> SideId | None:
    sides = {match.side_of(unit) for unit in units}
    return sides.pop() if len(sides) == 1 else None


# ---------------------------------------------------------------------------------- broken tests


def broken(match: Match, _: SideId | None, params: Broken) -> Asking[None]:
    """XF-BRK-01, XF-G08: those that can see an enemy test; the others move freely."""
    testing = params.units or to_test(match)
    seen = testing
    if not params.units and match.option("broken_test_when") == "enemy_visible" and testing:
        seen = yield from do(
            which, "sees_enemy", "broken and see an enemy", testing, testing, "XF-BRK-01"
        )
    if testing:
        match.record(markers.TESTED.set(*testing))
    return then(test, match, seen)


def test(match: Match, testing: Units) -> Asking[None]:
    if not testing:
        return
    labels = tuple(_label(match, unit, number(match, unit)) for unit in testing)
    owner = {"owner": (_owner(match, testing), None, None)}
    faces = yield from sub(owner, _faces, BROKEN_TEST, len(testing), labels)
    failed = [u for u, face in zip(testing, faces, strict=True) if face > number(match, u)]
    if failed:
        match.record(markers.FLEEING.set(*failed))


def _label(match: Match, unit: UnitId, most: int) -> Label:
    name = match.unit(unit).name
    who = match.handle(unit) if name in ("", match.handle(unit)) else f"{match.handle(unit)} {name}"
    return Label(who, f"{most} or less", unit)


def _broken_sheet(match: Match, request: Faces) -> RollSheet:
    """XF-BRK-01, XF-BRK-02: who flees."""
    units = tuple(UnitId(str(label.subject)) for label in request.labels)
    rows = tuple(Row(unit, (str(number(match, unit)),), 1) for unit in units)

    def read(row: int, dice: tuple[int, ...]) -> Come:
        flees = dice[0] > number(match, units[row])
        return Come(word="flees" if flees else "stands", bad=flees)

    return RollSheet("broken tests", ("or less",), (), rows, each(read))


BROKEN_TEST: Final = RollKind(
    "broken_test", "broken tests", rule="XF-BRK-01", stakes=markers.FLEEING, sheet=_broken_sheet
)


# --------------------------------------------------------------------------------------- recovery


def recover(match: Match, _: SideId | None, params: Recover) -> Asking[None]:
    """XF-REC-02, XF-REC-03: who is out of sight, and who has a commander by him."""
    if params.units:
        own = tuple(unit for unit in params.units if _commanders(match, unit))
        return then(lose, match, params.units, params.unseen, (*params.commander, *own))
    units = to_recover(match)
    unseen = yield from do(
        which, "out_of_sight", "out of sight of every enemy", units, (), "XF-REC-02"
    )
    led = tuple(unit for unit in units if _has_commander(match, match.side_of(unit)))
    commanded: Units = ()
    if led:
        commanded = yield from do(
            which,
            "commander",
            "with a commander within 6 inches",
            led,
            tuple(unit for unit in led if _commanders(match, unit)),
            "XF-REC-03",
        )
    return then(lose, match, units, unseen, commanded)


def _has_commander(match: Match, side: SideId) -> bool:
    """XF-FORCE-13, XF-G64."""
    return any(_commanders(match, unit) for unit in match.units(side))


def _commanders(match: Match, unit: UnitId) -> bool:
    """XF-G64: a commander in the unit itself counts, too."""
    return any(markers.profile(match, figure).commander for figure in match.figures(unit))


def lose(match: Match, units: Units, unseen: Units, commanded: Units) -> Asking[None]:
    """XF-REC-01: a marker off for each die that is under the highest Morale."""
    dice = tuple(
        tables.recovery_dice(enemy_seen=unit not in unseen, commander=unit in commanded)
        for unit in units
    )
    labels = tuple(
        _label(match, unit, recovers_on(match, unit))
        for unit, n in zip(units, dice, strict=True)
        for _ in range(n)
    )
    owner = {"owner": (_owner(match, units), None, None)}
    faces = yield from sub(owner, _faces, RECOVERY_DICE, sum(dice), labels)
    at = 0
    for unit, n in zip(units, dice, strict=True):
        rolled, at = faces[at : at + n], at + n
        off = sum(face <= recovers_on(match, unit) for face in rolled)
        left = max(markers.markers(match, unit) - off, 0)
        if off:
            match.record(
                markers.SUPPRESSED.set(unit, value=left)
                if left
                else markers.SUPPRESSED.cleared(unit)
            )
    match.record(markers.RECOVERED.set(*units))


def _recovery_sheet(match: Match, request: Faces) -> RollSheet:
    """XF-T19: markers off, unit by unit."""
    found: dict[UnitId, int] = {}
    for label in request.labels:
        unit = UnitId(str(label.subject))
        found[unit] = found.get(unit, 0) + 1
    units = tuple(found)
    rows = tuple(
        Row(u, (str(markers.markers(match, u)), str(recovers_on(match, u))), n)
        for u, n in found.items()
    )

    def read(row: int, dice: tuple[int, ...]) -> Come:
        unit = units[row]
        off = sum(face <= recovers_on(match, unit) for face in dice)
        left = max(markers.markers(match, unit) - off, 0)
        return Come((f"−{off}",), f"{left} left" if left else "clear")

    return RollSheet("recovery", ("markers", "or less"), ("off",), rows, each(read))


RECOVERY_DICE: Final = RollKind("recovery", "recovery", rule="XF-REC-01", sheet=_recovery_sheet)


# --------------------------------------------------------------------------- what may be done


def due(match: Match) -> tuple[Due, ...]:
    if match.phase == BROKEN_PHASE:
        return tuple(
            Due("broken", match.side_of(u), u, f"{match.unit(u).name} is broken", compulsory=True)
            for u in to_test(match)
        )
    return ()


def broken_objections(match: Match, _: SideId | None, params: Broken) -> Iterable[Objection]:
    if match.phase != BROKEN_PHASE:
        text = "broken units test as the Movement phase begins"
        yield Objection("not-now", "XF-BRK-01", text)
    for unit in params.units:
        if not markers.is_broken(match, unit):
            yield Objection("not-broken", "XF-BRK-01", f"{match.tag(unit)} is not broken")


def recover_objections(match: Match, _: SideId | None, __: Recover) -> Iterable[Objection]:
    if match.phase != RECOVERY:
        yield Objection("not-recovery", "XF-REC-01", "markers come off in the Recovery phase")
    if not to_recover(match):
        yield Objection("nobody", "XF-REC-01", "nobody has markers to lose")


def _named(said: Said) -> Values:
    """``r2 b1 b3 unseen b1 commander r2``."""
    found: dict[str, list[UnitId]] = {"units": []}
    into = found["units"]
    while (name := said.argument()) is not None:
        if name in {"unseen", "commander"}:
            into = found.setdefault(name, [])
        else:
            into.append(unit_named(said.match, name))
    return {key: tuple(named) for key, named in found.items() if named}


def _say(match: Match, values: Mapping[str, Any]) -> Iterator[str]:
    yield from map(match.handle, values["units"])
    for word in ("unseen", "commander"):
        if values[word]:
            yield word
            yield from map(match.handle, values[word])


NAMED: Final = Argument(_named, _say)


def _handles(match: Match, named: Iterable[UnitId]) -> str:
    return " ".join(map(match.handle, named)) or "none"


def _seen(match: Match, values: Mapping[str, Any]) -> str:
    """Who is named has an enemy in view."""
    return _handles(match, values["units"]) if values.get("units") else ""


def _unseen_and_led(match: Match, values: Mapping[str, Any]) -> str:
    """Where units are named, the line says of them all that is asked."""
    named = values.get("units") or ()
    own = (unit for unit in named if _commanders(match, unit))
    led = dict.fromkeys((*(values.get("commander") or ()), *own))
    both = (_handles(match, values.get("unseen") or ()), _handles(match, led))
    return " / ".join(both) if named else ""


TEST: Final = Action(
    id="broken",
    word="tested broken units",
    ahead="to test broken units",
    params=Broken,
    stage=broken,
    phases=(BROKEN_PHASE,),
    objections=broken_objections,
    candidates=lambda match: (
        ((None, Broken()),) if match.phase == BROKEN_PHASE and to_test(match) else ()
    ),
    form=WordForm(
        "broken", (units("units"),), asks=asking("sees_enemy", BROKEN_TEST.id), answer=_seen
    ),
)
RECOVER: Final = Action(
    id="recover",
    word="recovered",
    ahead="to recover",
    params=Recover,
    stage=recover,
    phases=(RECOVERY,),
    objections=recover_objections,
    candidates=lambda match: (
        ((None, Recover()),) if match.phase == RECOVERY and to_recover(match) else ()
    ),
    form=WordForm(
        "recover",
        (NAMED,),
        asks=asking("out_of_sight", "commander", RECOVERY_DICE.id),
        answer=_unseen_and_led,
    ),
)
