"""Machines are damaged in steps (CZ-DMG-01 to 06, CZ-T21 to CZ-T23)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, get_args

from msgspec import Struct

from tracker.procedures.requests import Asking, Faces, ask
from tracker.procedures.ruleset import Action, Objection
from tracker.procedures.view import Match
from tracker.rulesets.combat_zone import markers, shown_combat, tables
from tracker.rulesets.combat_zone.profiles import Level, Location, Weapon
from tracker.vocabulary.events import AnyFact, FiguresRemoved, GearChanged, MarkerCleared, MarkerSet
from tracker.vocabulary.names import FigureId, SideId

WORST_FIRST: Final[tuple[Level, ...]] = ("critical", "major", "minor")
PLACES: Final[tuple[Location, ...]] = get_args(Location)
FACES: Final = "1-3 hardware, 4-5 power, 6 software"

Damage = tuple[Level, Location]


def toughness(match: Match, figure: FigureId) -> int:
    """CZ-T14; that of a machine is entered by the players (CZ-FORCE-08)."""
    profile = markers.profile(match, figure)
    return tables.TOUGHNESS[profile.kind] if profile.machine is None else profile.machine.toughness


def damages(match: Match, machine: FigureId) -> tuple[Damage, ...]:
    """Every damage result a machine has had, the worst first."""
    said = str(match.mark(machine, markers.DAMAGE) or "")
    words = [part.split(" ") for part in said.split(", ") if part]
    return tuple(
        (level, place)
        for level in WORST_FIRST
        for place in PLACES
        for word in words
        if word == [level, place]
    )


def damaged(match: Match, by: FigureId, machine: FigureId, score: int) -> Asking[None]:
    """CZ-DMG-01, 04 and 05: the level of a wound that was scored, and where it struck."""
    score = adjusted(match, machine, score)
    level = tables.damage_level(score - toughness(match, machine))
    if level is None:
        return
    (face,) = yield from ask(
        Faces(
            what=f"place of the {level} damage",
            dice=(6,),
            labels=(FACES,),
            side=match.side_of(by),
            subject=by,
            target=machine,
            rule="CZ-DMG-05",
        )
    )
    match.record(*_suffering(match, by, machine, level, tables.LOCATIONS[face - 1]))


def adjusted(match: Match, machine: FigureId, score: int) -> int:
    """CZ-DMG-02 and 03: repair first, which may cancel the wound (CZ-G29); then earlier damage."""
    profile = markers.profile(match, machine).machine
    if profile is not None and profile.auto_repair:
        score += tables.AUTO_REPAIR
    if score < toughness(match, machine) and match.option("machine_order") == "sheet_order":
        return score
    return score + _wear(match, machine)


def _wear(match: Match, machine: FigureId) -> int:
    """CZ-T22: what earlier damage adds: the worst level only, or all levels (CZ-G41)."""
    levels = {level for level, _ in damages(match, machine)}
    added = [tables.WEAR[level] for level in levels]
    return sum(added) if match.option("machine_wear") == "sum" else max(added, default=0)


def _suffering(
    match: Match, by: FigureId, machine: FigureId, level: Level, place: Location
) -> Iterator[AnyFact]:
    """CZ-DMG-06: a result is kept on the machine; nothing else, but under a house rule (CZ-G42)."""
    known = (*damages(match, machine), (level, place))
    results = sorted(known, key=lambda d: (WORST_FIRST.index(d[0]), PLACES.index(d[1])))
    value = ", ".join(" ".join(result) for result in results)
    yield MarkerSet(subjects=(machine,), marker=markers.DAMAGE, value=value, by=by)
    if level == "critical" and match.option("machine_critical") == "destroyed":
        yield FiguresRemoved(figures=(machine,), how="destroyed", by=by)


# ----------------------------------------------------------------------- what the players say


class Effect(Struct, frozen=True, omit_defaults=True):
    """What the players say that damage does: text, a malfunction it must carry out, guns lost."""

    machine: FigureId
    text: str = ""
    malfunction: str = ""
    lost: tuple[Weapon, ...] = ()


def effect(match: Match, _: SideId | None, params: Effect) -> None:
    """CZ-DMG-06: the texts take the place of earlier ones; an empty one takes them away."""
    machine = params.machine
    said = ((markers.EFFECT, params.text), (markers.MALFUNCTION, params.malfunction))
    for marker, text in said:
        if text:
            match.record(MarkerSet(subjects=(machine,), marker=marker, value=text))
        elif match.has(machine, marker):
            match.record(MarkerCleared(subjects=(machine,), marker=marker))
    if params.lost:
        match.record(GearChanged(figure=machine, lost=params.lost, why="damage"))


def effect_objections(match: Match, _: SideId | None, params: Effect) -> Iterator[Objection]:
    name = markers.called(match, params.machine)
    if not markers.is_machine(match, params.machine):
        yield Objection("no-machine", "CZ-DMG-06", f"{name} is no machine")
    elif not damages(match, params.machine):
        yield Objection("undamaged", "CZ-DMG-06", f"{name} has no damage")


EFFECT: Final = Action(
    id="effect",
    word="damage does",
    params=Effect,
    stage=effect,
    objections=effect_objections,
    show=shown_combat.effect,
)
