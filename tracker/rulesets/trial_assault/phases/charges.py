"""Steps 1 and 2 of the assault: charges declared, foreseen and moved, and into cover (TA-CHG)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

from msgspec import Struct

from tracker.input_parsing.lexicon import Lexicon
from tracker.input_parsing.syntax import Flag, Typed
from tracker.procedures.declared.forms import Form
from tracker.procedures.declared.keys import KeyVerb
from tracker.procedures.declared.markers import MarkerKind
from tracker.procedures.declared.rolls import RollKind
from tracker.procedures.declared.said import Said, Values
from tracker.procedures.declared.slots import length, several, slot, switch
from tracker.procedures.declared.words import Argument, WordForm
from tracker.procedures.pieces.acting import each, object_to_half
from tracker.procedures.pieces.engagement import engage
from tracker.procedures.pieces.flow import GoOn
from tracker.procedures.pieces.naming import find_unit
from tracker.procedures.pieces.people import units
from tracker.procedures.requests import Asking, Confirm, Faces, ask, assume, do, sub, tell, then
from tracker.procedures.ruleset import Action, Bar, Objection
from tracker.procedures.view import Match
from tracker.rulesets.trial_assault.combat import fight_model, hands, members
from tracker.rulesets.trial_assault.combat.fight_model import CountedFight
from tracker.rulesets.trial_assault.data import markers, tables
from tracker.rulesets.trial_assault.data.markers import COMBATS
from tracker.rulesets.trial_assault.data.tables import INCH
from tracker.rulesets.trial_assault.phases import (
    breaking_off,
    falling_back,
    fight_end,
    fighting,
    flow,
    morale,
    results,
)
from tracker.rulesets.trial_assault.phases.fight_end import Check, FightEnd
from tracker.vocabulary.events import FiguresRemoved, Wounded
from tracker.vocabulary.labels import Label
from tracker.vocabulary.names import SideId, Subject, UnitId
from tracker.vocabulary.needs import Need

PHASE: Final = "charge"
FIGHT: Final = "fight"


class Cover(Struct, frozen=True):
    """A unit that is charged has cover against these chargers."""

    unit: UnitId
    chargers: tuple[UnitId, ...]


def was_locked(match: Match, unit: UnitId) -> bool:
    """Whether a unit was in close combat before anybody charged it in this phase."""
    return any(
        match.link(markers.CHARGES, enemy, unit) is None
        and match.link(markers.CHARGES, unit, enemy) is None
        for enemy in markers.list_locked(match, unit)
    )


def cover(match: Match, _: SideId | None, params: Cover) -> None:
    """TA-COVER-01, TA-G32: one line across it puts the whole unit in cover against that charger."""
    for charger in params.chargers:
        for one in markers.list_body(match, charger):
            under = markers.list_body(match, params.unit)
            match.record(*(markers.COVERED.link_between(each, one) for each in under))


def cover_objections(match: Match, _: SideId | None, params: Cover) -> Iterator[Objection]:
    who = match.tag(params.unit)
    for charger in params.chargers:
        if match.link(markers.CHARGES, charger, params.unit) is None:
            text = f"{match.tag(charger)} has not charged {who}"
            yield Objection("no-charge", "TA-COVER-02", text)
    if was_locked(match, params.unit):
        text = f"{who} was already in close combat, so it has no cover"
        yield Objection("was-locked", "TA-G33", text)


def list_covers(match: Match) -> Iterator[tuple[SideId | None, Cover]]:
    for a, b in match.pairs(markers.CHARGES) if match.phase == PHASE else ():
        charger, unit = UnitId(a), UnitId(b)
        if match.link(markers.COVERED, unit, charger) is None and not was_locked(match, unit):
            yield None, Cover(unit, (charger,))


def _covered(said: Said) -> Values:
    """``b1 from r1 r2``."""
    names = [
        find_unit(said.match, name) for name in iter(said.next_argument, None) if name != "from"
    ]
    return {"unit": names[0], "chargers": tuple(names[1:])} if names else {}


def _say_cover(match: Match, values: Mapping[str, Any]) -> Iterator[str]:
    yield match.handle(values["unit"])
    yield "from"
    yield from map(match.handle, values["chargers"])


COVER: Final = Action(
    id="cover",
    word="is in cover",
    params=Cover,
    stage=cover,
    phases=(PHASE, FIGHT),
    objections=cover_objections,
    candidates=list_covers,
    form=WordForm(
        "cover",
        (Argument(_covered, _say_cover, "who from whom who"),),
        lacks="name the unit in cover and its chargers, as in cover b1 from r1",
        least=3,
        acts=("unit",),
        at=("chargers",),
    ),
)


Stage = Callable[[Match, SideId | None, Any], Any]
BEFORE: Final = ("movement", "shooting", "charge")
"""What comes before the fight in the turn of a side."""
AFTER: Final[Mapping[str, Action[Any]]] = {
    one.id: one for one in (morale.TEST, breaking_off.FLEE, breaking_off.SWEEPS)
}
"""What is due when a combat is fought, by the unit that does it."""
MET: Final = ("not in contact", "in contact")
MORALE: Final = ("holds", "breaks off")


def foresee_reached(match: Match, left: Units, chargers: Units) -> Asking[None]:
    """Who of the chargers comes into contact, where dice decide it."""
    if not left:
        return then(fight, match, chargers)
    there = bool(markers.list_charges(match, left[0]))
    yield from tell("charge", MET[there], among=MET, subject=left[0])
    return then(foresee_reached, match, left[1:], chargers)


def fight(match: Match, chargers: Units) -> Asking[None]:
    """On to the fight of those who reached somebody, all in it as told, or all in contact."""
    if match.phase in BEFORE and any(markers.list_charges(match, unit) for unit in chargers):
        yield from do(flow.NEXT.stage, match.clock.side, GoOn())
        return then(fight, match, chargers)
    found = (COMBATS.of(match, unit) for unit in chargers)
    return then(foresee_combats, match, tuple(dict.fromkeys(one for one in found if one)))


def foresee_combats(match: Match, left: tuple[Subject, ...]) -> Asking[None]:
    """One combat after the other (TA-TURN-03)."""
    if not left:
        return None
    units = COMBATS.units(match, left[0])
    for unit in units:
        if not match.has(unit, markers.TOLD):
            yield from assume(f"all of {match.tag(unit)} in contact")
            if len(markers.list_locked(match, unit)) > 1 and not markers.is_element(match, unit):
                yield from assume(f"blows of {match.tag(unit)} shared evenly")
        for charger in markers.list_chargers(match, unit):
            if match.link(markers.COVERED, unit, charger) is None:
                yield from assume(f"{match.tag(unit)} in no cover from {match.tag(charger)}")
    yield from do(foresee_combat, left[0], units)
    return then(foresee_combats, match, left[1:])


def foresee_combat(match: Match, one: Subject, units: Units) -> Asking[None]:
    """In numbers where models can just be counted, else as at the table."""
    fight = fight_model.read_fight(match, one)
    if fight is not None:
        return then(foresee_fight, match, one, units, fight)
    yield from do(fighting.fight_to_end, one)
    yield from do(foresee_result, one, units)
    return then(foresee_going_on, match, units)


def foresee_fight(match: Match, one: Subject, units: Units, fight: CountedFight) -> Asking[None]:
    end = yield from sub({}, fight_end.foresee_end, fight)
    return then(foresee_after, match, one, units, end)


def foresee_after(match: Match, one: Subject, units: Units, end: FightEnd) -> Asking[None]:
    """The match as it goes on from a fight. How many are left does not count any more: losses have
    been told, and only who would change what follows is taken off.
    """
    if end.gone:
        match.record(FiguresRemoved(figures=end.gone))
    for figure, wounds in end.hurt:
        match.record(Wounded(subjects=(figure,), wounds=wounds))
    there = COMBATS.units(match, one)
    if there:
        match.record(markers.FOUGHT.set(*there))
        results.mark_winner(match, one, end.winner)
        yield from do(morale.ask_friends, one)
    return then(foresee_checks, match, units, end.checks)


def foresee_checks(match: Match, units: Units, left: tuple[Check, ...]) -> Asking[None]:
    """The losers check their morale (TA-MORALE-01)."""
    if not left:
        return then(foresee_pursuit, match, units)
    (unit, leadership, less), *rest = left
    yield from do(morale.check_morale, unit, morale.make_morale_need(match, leadership, *less))
    yield from tell_morale(match, unit)
    return then(foresee_checks, match, units, tuple(rest))


def foresee_pursuit(match: Match, units: Units) -> Asking[None]:
    """Who falls back and who is caught (TA-SWEEP-02): how far everybody goes does not count any
    more, only who is faster.
    """
    broken = [unit for unit in breaking_off.list_breaking(match) if unit in units]
    for unit in broken:
        record_speed(match, markers.ROLLED, morale.list_companions(match, unit), 0)
    winners = [one for one in units if breaking_off.can_sweep(match, one)]
    dice = tuple(markers.fall_back_dice(match, unit) for unit in broken)
    pursuers = tuple(breaking_off.find_pursuer(match, one, broken) for one in winners)
    falls, swept = yield from sub({}, breaking_off.roll_pursuit, dice, pursuers, ())
    for unit, speed in zip(broken, falls, strict=True):
        record_speed(match, markers.ROLLED, morale.list_companions(match, unit), speed)
    for winner, speed in zip(winners, swept, strict=True):
        record_speed(match, markers.SWEPT, markers.list_body(match, winner), speed)
    for unit in broken[:1]:
        breaking_off.settle(match, unit)


def record_speed(match: Match, marker: MarkerKind, units: Units, speed: int) -> None:
    match.record(*(marker.set(unit, value=speed) for unit in units))


def tell_morale(match: Match, unit: UnitId) -> Asking[None]:
    broke = match.has(unit, markers.BROKE)
    yield from tell("morale", MORALE[broke], among=MORALE, subject=unit)


def foresee_result(match: Match, one: Subject, units: Units) -> Asking[None]:
    """Who has won, and by how many wounds (TA-RES-01)."""
    active = match.clock.side
    winner, score = results.judge_combat(match, one)
    own = next(unit for unit in units if match.side_of(unit) == active)
    enemy = next(unit for unit in units if match.side_of(unit) != active)
    yield from fight_end.tell_result(active, winner, own, enemy)
    yield from fight_end.tell_wounds(score)


def foresee_going_on(match: Match, units: Units) -> Asking[None]:
    """What is due next of those in the combat (TA-G18)."""
    yield from ()
    left = (*morale.list_due(match), *breaking_off.list_due(match))
    due = next((one for one in left if one.subject in units), None)
    if due is None:
        return None
    action = AFTER[due.action]
    return then(take_one_more, match, units, action.stage, due.side, action.params(due.subject))


def take_one_more(
    match: Match, units: Units, stage: Stage, side: SideId | None, params: Any
) -> Asking[None]:
    yield from do(stage, side, params)
    if stage is morale.TEST.stage:
        yield from tell_morale(match, params.unit)
    return then(foresee_going_on, match, units)


TERRAIN: Final = RollKind("terrain", "through difficult terrain", rule="TA-CHG-12")
Units = tuple[UnitId, ...]


class ChargeAt(Struct, frozen=True, omit_defaults=True):
    """Units charge enemies, the first of them the primary target.

    ``length`` (hundredths of an inch) is what the first model needs; ``rough``: through difficult
    terrain; ``missed``: targets that are not touched; ``failed``: nobody is reached; ``covered``:
    they are in or behind cover against it.
    """

    units: Units
    targets: Units
    length: int | None = None
    rough: bool = False
    failed: bool = False
    missed: Units = ()
    covered: bool = False


# --------------------------------------------------------------------------------------- the charge


def charge(match: Match, _: SideId | None, params: ChargeAt) -> Asking[None]:
    """TA-CHG-08: one unit after the other, with the characters in it (TA-CHAR-02)."""
    there = (unit for unit in params.units if match.exists(unit))
    hosts = tuple(dict.fromkeys(markers.find_host(match, unit) for unit in there))
    yield from ()
    return then(charge_each, match, hosts, params)


def charge_each(match: Match, hosts: Units, params: ChargeAt) -> Asking[None]:
    if not hosts:
        return None
    unit, *rest = hosts
    body = markers.list_body(match, unit)
    match.record(markers.TRIED.set(*body))
    missed = params.missed
    if (yield from do(reach_target, unit, params)):
        reached = tuple(one for one in params.targets if one not in missed)
        yield from do(arrive_at, unit, reached, params.covered)
    else:
        missed = params.targets
    if missed and match.knows(markers.SHORT):
        whom = " ".join(map(match.tag, missed))
        match.record(markers.SHORT.set(*markers.list_body(match, unit), value=whom))
    return then(charge_each, match, tuple(rest), params)


def reach_target(match: Match, unit: UnitId, params: ChargeAt) -> Asking[bool]:
    """TA-CHG-09, TA-CHG-12, TA-G42: with the primary target out of reach nobody moves."""
    if params.failed or params.targets[0] in params.missed:
        return False
    far = params.length
    if not params.rough:
        blind = not match.option("premeasure")
        return far is None or not blind or far <= markers.find_assault_range(match, unit) * INCH
    goes = yield from do(roll_through_terrain, unit, far)
    if far is not None:
        return goes >= far
    return (
        yield from ask(
            Confirm(
                id="reaches",
                what=f"{goes / INCH:g} inches bring {match.tag(unit)} into contact",
                default=True,
                spatial=True,
                side=match.side_of(unit),
                subject=unit,
                rule="TA-CHG-12",
            )
        )
    )


def roll_through_terrain(match: Match, unit: UnitId, far: int | None) -> Asking[int]:
    """TA-G39: the higher of two dice for the unit, or for each model; the first model's counts.

    ``far`` is what it needs, where that is told.
    """
    fast = markers.find_assault_range(match, unit) > tables.ASSAULT
    times = 2 if fast and match.option("fast_terrain") == "double_die" else 1
    own = match.option("terrain_roll") == "per_model"
    models = match.figures(unit) if own else match.figures(unit)[:1]
    roles = {"owner": (match.side_of(unit), unit, None)}
    labels = tuple(Label(match.tag(one)) for one in models for _ in range(2)) if own else ()
    reach = "" if far is None else f"; {-(-far // (times * INCH))} or more reaches"
    faces = yield from sub(roles, _dice, len(models), labels, f"the higher counts{reach}")
    higher = [max(faces[at : at + 2]) * times * INCH for at in range(0, len(faces), 2)]
    short = tuple(one for one, far in zip(models, higher, strict=True) if far < higher[0])
    if short:
        match.record(markers.BEHIND.set(*short))
    return higher[0]


def _dice(models: int, labels: tuple[Label, ...], need: str) -> Asking[tuple[int, ...]]:
    dice = (6, 6) * models
    return (yield from ask(Faces(kind=TERRAIN, dice=dice, labels=labels, need=need, role="owner")))


# ------------------------------------------------------------------------------------ whom it meets


def arrive_at(match: Match, unit: UnitId, targets: Units, covered: bool) -> Asking[None]:
    """TA-CHG-16, TA-G43: who falls back tests first; where the first target scatters, who fired
    goes no further.
    """
    left = targets
    for target in targets:
        if not (yield from do(meet_charge, unit, target)):
            left = tuple(one for one in left if one != target)
    if left and (left[0] == targets[0] or not hands.has_fired(match, unit)):
        make_contact(match, unit, left, covered)
        return None
    if match.option("charge_destroyed") != "nothing":
        match.record(markers.WON.set(*markers.list_body(match, unit)))
    return None


def meet_charge(match: Match, unit: UnitId, target: UnitId) -> Asking[bool]:
    """Whether the unit charged stands: TA-CHG-16, without any modifiers."""
    if not match.has(target, markers.FLEES):
        return match.exists(target)
    lead = morale.find_leadership(match, target)
    if (yield from do(falling_back.roll_regrouping_test, target, Need(lead, less=True))):
        return True
    loser = match.side_of(target)
    for one in morale.list_companions(match, target):
        match.record(FiguresRemoved(figures=match.figures(one), how="scattered", by=unit))
    if match.option("charge_destroyed") == "full_wipe_out":
        friends = tuple(
            one for one in match.units(loser) if morale.is_shakable(match, one, match.side_of(unit))
        )
        yield from do(morale.ask_near, friends)
    return False


def make_contact(match: Match, unit: UnitId, targets: Units, behind_cover: bool) -> None:
    """TA-CHG-13, TA-CHG-14: who is touched is locked; who is behind cover, or always has it, has it
    now, unless it was in close combat before (TA-COVER-01, TA-COVER-04, TA-G33).
    """
    for target in targets:
        concealed = any(one.concealed for one in markers.list_profiles(match, target))
        covered = (behind_cover or concealed) and not was_locked(match, target)
        for one in markers.list_body(match, unit):
            match.record(
                *(markers.CHARGES.link_between(one, each) for each in _with(match, target))
            )
            engage(match, markers.LOCKED, one, _with(match, target))
            if covered:
                match.record(
                    *(markers.COVERED.link_between(each, one) for each in _with(match, target))
                )
            for told in _with(match, target):
                if match.has(told, markers.TOLD):
                    members.meet_enemy(match, told, one)
    behind = tuple(one for one in match.figures(unit) if match.has(one, markers.BEHIND))
    if behind:
        match.record(markers.BEHIND.cleared(*behind))
        there = tuple(one for one in match.figures(unit) if one not in behind)
        members.stand(match, unit, ((there, targets),), ())


def _with(match: Match, target: UnitId) -> Units:
    return markers.list_body(match, target)


def fight_out(match: Match, side: SideId | None, params: ChargeAt) -> Asking[None]:
    """What a charge is worth: the combat that it leads to, and who breaks and is caught."""
    yield from do(charge, side, params)
    return then(foresee_reached, match, params.units, params.units)


# --------------------------------------------------------------------------------- what may be done


def list_bars(match: Match, unit: UnitId) -> Iterator[Bar]:
    if match.has(unit, markers.AWAY):
        yield Bar("away", "TA-SETUP-03", "is not on the table")
    if markers.is_locked(match, unit):
        yield Bar("locked", "TA-CHG-01", "is in close combat")
    if match.has(unit, markers.FLEES):
        yield Bar("flees", "TA-CHG-01", "is falling back")
    if match.has(unit, markers.TRIED):
        yield Bar("has-charged", "TA-CHG-15", "has already declared a charge")
    body = markers.list_body(match, unit)
    if any(match.has(one, markers.STOOD) and not is_stationary(match, one) for one in body):
        yield Bar("stood", "TA-CHG-05", "stood still to fire")
    if match.has(unit, markers.REGROUPED) and not match.option("regrouped_may_charge"):
        yield Bar("regrouped", "TA-G06", "regrouped this turn")


def is_stationary(match: Match, unit: UnitId) -> bool:
    """TA-G40: kinds that always count as standing still gave up no move for it."""
    return all(one.stationary for one in markers.list_profiles(match, unit))


def list_shot_at(match: Match, unit: UnitId) -> Units:
    """Whom a unit, or a character in it, fired at in this turn."""
    body = markers.list_body(match, unit)
    return tuple(UnitId(b) for a, b in match.pairs(markers.SHOT_AT) if a in body)


def list_objections(match: Match, _: SideId | None, params: ChargeAt) -> Iterator[Objection]:
    if match.phase != PHASE:
        yield Objection(
            "not-charges", "TA-TURN-02", "charges are declared at the start of the Assault phase"
        )
    for unit in params.units:
        yield from object_to_half(match, unit, "TA-TURN-01")
        yield from _of(match, unit, params)


def _of(match: Match, unit: UnitId, params: ChargeAt) -> Iterator[Objection]:
    who, most = match.tag(unit), markers.find_assault_range(match, unit)
    if hands.has_fired(match, unit):
        at = list_shot_at(match, unit)
        if not any(match.exists(one) for one in at):
            yield Objection("target-gone", "TA-CHG-04", f"the unit that {who} fired at is gone")
        elif params.targets[0] not in at:
            whom = ", ".join(map(match.tag, at))
            yield Objection("fired", "TA-CHG-04", f"{who} fired at {whom} and must charge it first")
    if params.length is not None and params.length > most * INCH:
        yield Objection("too-far", "TA-CHG-02", f"{who} charges at most {most} inches")
    for one in params.targets:
        if match.has(one, markers.AWAY):
            text = f"{match.tag(one)} is not on the table"
            yield Objection("target-away", "TA-SETUP-03", text)
    if any(match.side_of(one) == match.side_of(unit) for one in params.targets):
        yield Objection("own-side", "TA-CHG-01", "units can only charge enemies")


def describe_limit(match: Match, params: ChargeAt) -> str:
    """``at most 6"``, the least of those who charge together."""
    most = min((markers.find_assault_range(match, unit) for unit in params.units), default=0)
    return f'at most {most}"'


def list_ways(match: Match, unit: UnitId) -> Iterator[ChargeAt]:
    """Each enemy alone, the first through terrain, too; where it fired whom it fired at."""
    if markers.find_host(match, unit) != unit:
        return
    at = tuple(one for one in list_shot_at(match, unit) if match.exists(one))
    enemies = at if hands.has_fired(match, unit) else markers.list_enemies(match, unit)
    yield from (ChargeAt((unit,), (enemy,)) for enemy in enemies)
    for enemy in enemies[:1]:
        yield ChargeAt((unit,), (enemy,), rough=True, length=4 * INCH)
    if len(enemies) > 1:
        yield ChargeAt((unit,), enemies[:2])


def _rough(said: Said) -> bool | None:
    """TA-CHG-12: said, or told by dice; those at who falls back are for its test (TA-CHG-16)."""
    dice = any(isinstance(one, Typed) for one in said.part.answers[:1])
    whom = said.whom.names if said.whom is not None else ()
    tests = (said.match.has(find_unit(said.match, one), markers.FLEES) for one in whom)
    return bool(said.flag("rough")) or (dice and not any(tests)) or None


ROUGH: Final = slot(
    "rough",
    _rough,
    lambda _, value: (Flag("rough"),) if value else (),
    Lexicon(flags=frozenset(("rough",))),
    such_as="rough",
)
CHARGE: Final = Action(
    id="charge",
    word="charges",
    ahead="to charge",
    params=ChargeAt,
    stage=charge,
    goes_in=True,
    foretold=fight_out,
    phases=(PHASE,),
    bars=list_bars,
    objections=list_objections,
    candidates=each(PHASE, list_bars, list_ways),
    rolls=(TERRAIN,),
    limit=describe_limit,
    form=Form(
        "charges",
        units("units"),
        units("targets", "name the enemy, as in r1 charges b1"),
        how=(
            length("length", "in"),
            ROUGH,
            switch("failed"),
            switch("covered"),
            several("missed", find_unit),
        ),
        key=KeyVerb("c", whom="enemy", text="charges", amount="in"),
    ),
)
