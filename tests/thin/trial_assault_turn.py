"""A small part of Trial Assault: player turns and close combats (TA-TURN-01, TA-FIGHT-04)."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from tests.thin.trial_assault import to_hit, to_wound
from tracker.procedures.declared.marker_and_link_kinds import LinkKind, MarkerKind
from tracker.procedures.match_view import Match, choose_last
from tracker.procedures.pieces.delayed_effects import (
    list_unmarked_figures,
    make_marked_removal_facts,
)
from tracker.procedures.pieces.multi_unit_combats import Combats
from tracker.procedures.pieces.phase_flow import PhaseFlow, make_next_action
from tracker.procedures.requests import (
    Asking,
    call_pure_stage,
    call_stage,
    continue_with,
    continue_with_pure,
    roll_check,
)
from tracker.procedures.ruleset import Action, Phase, Ruleset
from tracker.vocabulary.events import PhaseBegan
from tracker.vocabulary.subject_ids import SideId, Subject, UnitId, format_handle

STEPS = 10

MOVED = MarkerKind("moved", "moved", until="own turn")
POWER = MarkerKind("power", "psychic power used", until="side turn")
CHARGING = MarkerKind("charging", "charging", until="phase")
FALLS = MarkerKind("falls", "falls", on="figure")
FOUGHT = MarkerKind("fought", "fought", until="phase")
LOCKED = LinkKind("locked", "contact")
FIGHTS = LinkKind("fights", "combat", until="phase")
SCORED = LinkKind("scored", "score", until="phase")
ENGAGED = LinkKind("engaged", "engaged", until="phase")
SUPPORTS = LinkKind("supports", "supporting", until="phase")
COMBATS = Combats(LOCKED, FIGHTS, SCORED)


class Profile(Struct, frozen=True):
    skill: int
    strength: int
    toughness: int
    initiative: int
    attacks: int
    save: int


class Unit(Struct, frozen=True):
    unit: UnitId


class Charge(Struct, frozen=True):
    unit: UnitId
    target: UnitId


class Counts(Struct, frozen=True):
    """How many models of a kind in a unit are engaged with an enemy unit, and how many support."""

    unit: UnitId
    kind: str
    enemy: UnitId
    engaged: int
    supporting: int = 0


class Fight(Struct, frozen=True):
    """The parameters of the action: one of the units in the combat that is fought next."""

    unit: UnitId


def move(match: Match, _: SideId | None, params: Unit) -> None:
    match.record(MOVED.set(params.unit))


def power(match: Match, _: SideId | None, params: Unit) -> None:
    match.record(POWER.set(params.unit))


def charge(match: Match, _: SideId | None, params: Charge) -> None:
    match.record(CHARGING.set(params.unit), LOCKED.make_link_fact(params.unit, params.target))


def make_group_id(unit: UnitId, kind: str) -> Subject:
    """Return the id of the figures of a kind in a unit: ``g:r1.guard``."""
    return f"g:{format_handle(unit)}.{kind}"


def count(match: Match, _: SideId | None, params: Counts) -> None:
    group = make_group_id(params.unit, params.kind)
    match.record(
        ENGAGED.make_link_fact(group, params.enemy, params.engaged),
        SUPPORTS.make_link_fact(group, params.enemy, params.supporting),
    )


def fight(match: Match, _: SideId | None, params: Fight) -> None:
    """TA-TURN-03: fight one combat. Before the first one, record which units form each combat."""
    if COMBATS.find_combat(match, params.unit) is None:
        COMBATS.record_combats(match)
    combat = COMBATS.find_combat(match, params.unit)
    return None if combat is None else continue_with(step, match, combat, STEPS)


def step(match: Match, combat: Subject, number: int) -> Asking[None]:
    """TA-FIGHT-04, TA-FIGHT-05: roll all blows of a step, then remove its casualties."""
    if not number:
        match.record(FOUGHT.set(combat))
        return None
    blows = tuple(_blows(match, combat, number))
    if blows:
        clock = match.clock
        match.record(
            PhaseBegan(phase=clock.phase, side=clock.side, step=str(number), subject=combat)
        )
        yield from call_stage(strike, combat, blows)
    return continue_with(step, match, combat, number - 1)


Blow = tuple[UnitId, UnitId, int, int, int, int]
"""The unit, its enemy, the number of dice, and the numbers needed to hit, to wound and to save."""


def _blows(match: Match, combat: Subject, number: int) -> Iterator[Blow]:
    for unit in COMBATS.list_units(match, combat):
        kinds = dict.fromkeys(match.figure(figure).profile for figure in match.figures(unit))
        for kind in kinds:
            group = [f for f in match.figures(unit) if match.figure(f).profile == kind]
            mine = match.profile(group[0], Profile)
            if mine.initiative != number:
                continue
            charging = match.has(unit, CHARGING)
            for a, b in match.pairs(ENGAGED):
                enemy = UnitId(b)
                if a != make_group_id(unit, kind) or not match.exists(enemy):
                    continue
                theirs = match.profile(match.figures(enemy)[0], Profile)
                yield (
                    unit,
                    enemy,
                    _dice(
                        match, make_group_id(unit, kind), enemy, len(group), mine.attacks + charging
                    ),
                    to_hit(mine.skill, theirs.skill),
                    to_wound(mine.strength, theirs.toughness),
                    theirs.save,
                )


def _dice(match: Match, group: Subject, enemy: UnitId, living: int, attacks: int) -> int:
    """TA-FIGHT-01: count all attacks of engaged models, and one for each that supports."""
    found = [match.link(link, group, enemy) for link in (ENGAGED, SUPPORTS)]
    engaged, supporting = (0 if one is None else int(one.value) for one in found)
    engaged = min(engaged, living)
    return engaged * attacks + min(supporting, living - engaged)


def strike(match: Match, combat: Subject, left: tuple[Blow, ...]) -> Asking[None]:
    if not left:
        match.record(*make_marked_removal_facts(match, FALLS))
        return None
    (unit, enemy, dice, hit, wound, save), *rest = left
    side = match.side_of(unit)
    wounds = yield from call_pure_stage({"striker": (side, unit, enemy)}, wounded, dice, hit, wound)
    owner = match.side_of(enemy)
    saved = yield from roll_check("save", wounds, save, side=owner, subject=enemy, target=unit)
    standing = list_unmarked_figures(match, FALLS, enemy)
    falling = choose_last(standing, min(wounds - saved, len(standing)))
    if falling:
        match.record(FALLS.set(*falling))
    COMBATS.add_score(match, combat, side, len(falling))
    return continue_with(strike, match, combat, tuple(rest))


def wounded(dice: int, hit: int, wound: int) -> Asking[int]:
    hits = yield from roll_check("to hit", dice, hit, role="striker")
    return continue_with_pure(through, hits, wound)


def through(hits: int, wound: int) -> Asking[int]:
    return (yield from roll_check("to wound", hits, wound, role="striker"))


FLOW = PhaseFlow(
    before=(),
    turn=(
        Phase("movement", "movement", order="active"),
        Phase("shooting", "shooting", order="active"),
        Phase("assault", "assault", order="active"),
    ),
    empty=lambda *_: False,
    finish=lambda match: match.ended is not None,
)
ACTIONS = (
    make_next_action(FLOW, lambda _: ()),
    Action("move", "moves", Unit, move),
    Action("power", "uses a power", Unit, power),
    Action("charge", "charges", Charge, charge),
    Action("count", "counts", Counts, count),
    Action("fight", "fights", Fight, fight),
)
RULESET = Ruleset(
    id="thin-trial-assault-turn",
    version="1",
    title="Trial Assault, a thin path through a turn",
    phases=FLOW.turn,
    markers=(MOVED, POWER, CHARGING, FALLS, FOUGHT),
    links=(LOCKED, FIGHTS, SCORED, ENGAGED, SUPPORTS),
    actions={action.id: action for action in ACTIONS},
)
