"""The Melee phase, in which all units of a melee fight together (XF-MELEE)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from tracker.procedures.declared.action_key_types import KeyVerb
from tracker.procedures.declared.action_line_forms import DividedField, Form
from tracker.procedures.declared.combat_status import CombatStatus, Pairs, PhaseHistory
from tracker.procedures.declared.line_form_slots import make_count_slot, make_flag_slots
from tracker.procedures.declared.roll_kinds import RollKind
from tracker.procedures.declared.roll_sheet import RollSheet, Row, RowResult
from tracker.procedures.match_view import Match
from tracker.procedures.pieces.contact_combats import ContactCombatRules
from tracker.procedures.pieces.line_subject_fields import format_unit, make_unit_field
from tracker.procedures.requests import (
    Asking,
    Faces,
    Number,
    Share,
    Split,
    ask,
    ask_owner,
    call_pure_stage,
    call_stage,
    continue_with,
)
from tracker.procedures.ruleset import Action, BlockingReason, Objection, Objections
from tracker.rulesets.xenocide.attacks.hits_and_saves import SAVE, make_loss_facts_without_dice
from tracker.rulesets.xenocide.attacks.melee_strikes import (
    CountedHits,
    FigureStrike,
    MeleeAssault,
    SimultaneousBlows,
    add_suppression_for_blows,
    get_defended_cover,
    list_figure_strikes,
    resolve_simultaneous_blows,
)
from tracker.rulesets.xenocide.attacks.shooting_dice import TO_HIT
from tracker.rulesets.xenocide.attacks.weapon_selection import BLADES
from tracker.rulesets.xenocide.data import markers, rule_tables, state_queries, unit_profiles
from tracker.vocabulary.count_wording import format_count
from tracker.vocabulary.die_labels import Label
from tracker.vocabulary.events import AnyFact
from tracker.vocabulary.subject_ids import FigureId, SideId, Subject, UnitId

Units = tuple[UnitId, ...]
STAYS, LOSES, RETREATS = range(3)
ABOARD: Final = 999


def resolve_melee_result(match: Match, participants: Units) -> Asking[None]:
    """Roll for the result of a melee, for each infantry unit in it (XF-RES-01, 03, 04)."""
    units = tuple(unit for unit in participants if match.exists(unit))
    sides = tuple(match.side_of(unit) for unit in units)
    if not match.option("follow_up_after_wipe"):
        fought = (unit for unit in match.units() if match.has(unit, markers.FOUGHT))
        free = (
            u for u in fought if not any(map(match.exists, state_queries.list_opponents(match, u)))
        )
        markers.STANDS.record_on(match, *free, value=markers.NO_ENEMY_LEFT)
    if len({*sides}) < 2:
        return
    adds = tuple(find_result_modifier(match, unit, units) for unit in units)
    limits = tuple(find_highest_staying_score(match, unit) for unit in units)
    labels = tuple(
        Label(format_unit(match, unit), subject=unit, adds=more)
        for unit, more in zip(units, adds, strict=True)
    )
    found = yield from call_pure_stage({}, roll_melee_outcomes, sides, adds, limits, labels)
    losers = [unit for unit, came in zip(units, found, strict=True) if came != STAYS]
    match.record(*(markers.SUPPRESSED.make_increase_fact(match, unit, 1) for unit in losers))
    forced = (unit for unit, came in zip(units, found, strict=True) if came == RETREATS)
    markers.RETREATS.record_on(match, *forced)


def roll_melee_outcomes(
    sides: tuple[SideId, ...],
    modifiers: tuple[int, ...],
    staying_scores: tuple[int, ...],
    labels: tuple[Label, ...],
) -> Asking[tuple[int, ...]]:
    """Roll for each unit, and return whether it stays, loses, or loses and must retreat."""
    dice = (rule_tables.DIE,) * len(modifiers)
    faces = yield from ask(Faces(kind=RESULT, dice=dice, labels=labels, need="the higher loses"))
    return judge_melee_outcomes(sides, modifiers, staying_scores, faces)


def judge_melee_outcomes(
    sides: tuple[SideId, ...],
    modifiers: tuple[int, ...],
    staying_scores: tuple[int, ...],
    faces: tuple[int, ...],
) -> tuple[int, ...]:
    """Return whether each unit stays, loses or retreats, given its die and modifier (XF-RES-03,
    04).

    A unit loses if its score is higher than the scores of all enemies.
    """
    scores = [face + more for face, more in zip(faces, modifiers, strict=True)]
    found = []
    for side, score, limit in zip(sides, scores, staying_scores, strict=True):
        worst = max(other for at, other in zip(sides, scores, strict=True) if at != side)
        found.append(STAYS if score <= worst else RETREATS if score > limit else LOSES)
    return tuple(found)


def find_result_modifier(match: Match, unit: UnitId, units: Units) -> int:
    outnumbered = is_outnumbered(match, match.side_of(unit), units)
    return markers.SUPPRESSED.number(match, unit) + outnumbered


def is_outnumbered(match: Match, side: SideId, units: Units) -> bool:
    """Whether a side has at most half the enemy's wounds left in a melee (XF-RES-02, XF-G56)."""
    here = {one for unit in units for one in state_queries.list_units_in_same_melee(match, unit)}
    walk = {*units, *(one for one in here if not unit_profiles.is_vehicle(match, one))}
    left = {unit: state_queries.count_wounds_left_ignoring_delayed(match, unit) for unit in walk}
    own = sum(n for unit, n in left.items() if match.side_of(unit) == side)
    enemies = sum(left.values()) - own
    return 2 * own < enemies + (match.option("outnumbered") == "half_or_fewer")


def find_highest_staying_score(match: Match, unit: UnitId) -> int:
    """Return the highest score at which a loser need not retreat (XF-RES-04, 05, XF-G83)."""
    if state_queries.find_carrier(match, unit) is not None:
        return ABOARD
    cover = rule_tables.COVER[get_defended_cover(match, unit)]
    return unit_profiles.find_highest_morale(match, unit) + cover


def _build_melee_result_sheet(match: Match, request: Faces) -> RollSheet:
    units = tuple(UnitId(str(label.subject)) for label in request.labels)
    sides = tuple(match.side_of(unit) for unit in units)
    adds = tuple(label.adds or 0 for label in request.labels)
    limits = tuple(find_highest_staying_score(match, unit) for unit in units)
    rows = tuple(
        Row(unit, (f"{more:+d}", "aboard" if limit == ABOARD else str(limit)), 1)
        for unit, more, limit in zip(units, adds, limits, strict=True)
    )

    def read(rolled: tuple[tuple[int, ...], ...]) -> tuple[RowResult, ...]:
        pairs = zip(rolled, adds, strict=True)
        totals = [(str(sum(dice) + more),) if dice else () for dice, more in pairs]
        if not all(rolled):
            return tuple(RowResult(total) for total in totals)
        found = judge_melee_outcomes(sides, adds, limits, tuple(dice[0] for dice in rolled))
        results = zip(totals, found, strict=True)
        return tuple(RowResult(total, WORDS[came], bad=came != STAYS) for total, came in results)

    return RollSheet("who loses the melee", ("adds", "holds to"), ("total",), rows, read)


WORDS: Final = ("stays", "loses", "must retreat")
RESULT: Final = RollKind(
    "result",
    "who loses the melee",
    rule="XF-RES-01",
    stakes=markers.RETREATS,
    sheet=_build_melee_result_sheet,
)


# ----------------------------------------------------------------------------------------- blows

PHASE: Final = "melee"
NOBODY: Final = "nobody"
Assaults = tuple[MeleeAssault, ...]


class MeleeTarget(Struct, frozen=True, omit_defaults=True):
    """A target of a unit's blows.

    ``figures`` is the number of the unit's figures in contact (by default, all). ``back`` is the
    number of enemies that strike back.
    """

    target: UnitId
    figures: int | None = None
    back: int | None = None
    blades: tuple[str, ...] = ()
    obstacle: bool = False
    dark: bool = False


class MeleeDeclaration(Struct, frozen=True, omit_defaults=True):
    """The command to fight a unit's melee, by default against its only opponent."""

    unit: UnitId
    against: tuple[MeleeTarget, ...] = ()


def resolve_fight(match: Match, _: SideId | None, params: MeleeDeclaration) -> Asking[None]:
    """Resolve a melee. All targets are fixed before any dice are rolled (XF-MELEE-01)."""
    units = list_melee_participants(match, params.unit)
    match.record(markers.FOUGHT.set(*units))
    assaults: Assaults = ()
    for unit in units:
        against = yield from _ask_targets(match, params, unit)
        assaults = (*assaults, *_list_assaults(match, unit, against))
    for vehicle in dict.fromkeys(one.target for one in assaults):
        for unit in _list_exposed_passengers(match, vehicle):
            assaults = yield from _redirect_attackers(match, vehicle, unit, assaults)
    return continue_with(resolve_assault_blows, match, _add_passengers_blows(match, assaults))


def list_melee_participants(match: Match, unit: UnitId) -> Units:
    """List the units in a melee and passengers of open vehicles, the given unit's side first."""
    melee = state_queries.list_units_in_same_melee(match, unit)
    inside = [one for vehicle in melee for one in _list_exposed_passengers(match, vehicle)]
    own = match.side_of(unit)
    every = (*melee, *inside)
    return tuple(sorted(every, key=lambda one: (one != unit, match.side_of(one) != own)))


def _list_exposed_passengers(match: Match, unit: UnitId) -> Units:
    """List the passengers of an open vehicle, or () for any other unit."""
    vehicle = unit_profiles.get_vehicle(match, unit)
    inside = state_queries.list_passengers(match, unit) if vehicle and vehicle.open else ()
    return tuple(one for one in inside if match.exists(one))


def _ask_targets(
    match: Match, params: MeleeDeclaration, unit: UnitId
) -> Asking[tuple[MeleeTarget, ...]]:
    """Return a unit's targets as entered, its only opponent, or those chosen now (XF-G48)."""
    enemies = state_queries.list_opponents(match, unit)
    if unit == params.unit and params.against:
        return params.against
    told = next((one for one in params.against if one.target == unit), MeleeTarget(unit))
    blows = list_figure_strikes(match, MeleeAssault(unit, unit, match.figures(unit)))
    if len(enemies) < 2 or not blows:
        return tuple(replace(told, target=one, figures=told.back, blades=()) for one in enemies)
    n = len(match.figures(unit))
    shares = [Share(enemy, format_unit(match, enemy), n) for enemy in enemies]
    if match.option("melee_reach") == "contact":
        shares.append(Share(NOBODY, "in contact with nobody", n))
    what, several, rule = "figures that strike at", tuple(shares), "XF-G48"
    asked = Split(id="strike", what=what, total=n, shares=several, spatial=True, rule=rule)
    dealt = yield from ask_owner(match, unit, asked)
    foes = ((UnitId(one), n) for one, n in dealt if one != NOBODY)
    how = {params.unit: told}  # the conditions in the line hold both ways
    plain = MeleeTarget(unit)
    return tuple(replace(how.get(foe, plain), target=foe, figures=n, blades=()) for foe, n in foes)


def _list_assaults(
    match: Match, unit: UnitId, against: tuple[MeleeTarget, ...]
) -> Iterator[MeleeAssault]:
    left = match.figures(unit)
    for one in against:
        figures = left[: one.figures]
        left = left[len(figures) :]
        yield MeleeAssault(unit, one.target, figures, one.blades, one.obstacle, one.dark)


def _redirect_attackers(
    match: Match, vehicle: UnitId, unit: UnitId, assaults: Assaults
) -> Asking[Assaults]:
    """Ask how many passengers of an open vehicle draw an attacker away from it (XF-VEH-29)."""
    facing = sum(len(one.figures) for one in assaults if one.target == unit)
    at_vehicle = sum(len(one.figures) for one in assaults if one.target == vehicle)
    most = min(len(match.figures(unit)) - facing, at_vehicle)
    what, rule = "passengers who make an attacker fight them", "XF-VEH-29"
    asked = Number(id="demands", what=what, low=0, high=most, target=vehicle, rule=rule)
    n = yield from ask_owner(match, unit, asked)
    changed: list[MeleeAssault] = []
    for one in assaults:
        here = min(n, len(one.figures)) if one.target == vehicle else 0
        n -= here
        kept = len(one.figures) - here
        changed.append(replace(one, figures=one.figures[:kept]))
        changed.append(replace(one, target=unit, figures=one.figures[kept:]))
    return tuple(one for one in changed if one.figures)


def _add_passengers_blows(match: Match, found: Assaults) -> Assaults:
    """Add the blows that passengers strike back at their attackers (XF-VEH-29, XF-VEH-30)."""
    left: dict[UnitId, tuple[FigureId, ...]] = {}
    for one in found:
        if state_queries.find_carrier(match, one.target) is not None:
            figures = left.setdefault(one.target, match.figures(one.target))
            n = len(one.figures)
            left[one.target] = figures[n:]
            back = replace(one, unit=one.target, target=one.unit, figures=figures[:n], blades=())
            found = (*found, back)
    return found


def resolve_assault_blows(match: Match, assaults: Assaults) -> None:
    """Resolve the blows of all assaults, with the weapons that strike last after all others."""
    every = tuple((one, list_figure_strikes(match, one)) for one in assaults)
    first, last = (
        _keep_assaults_with_strikes(
            (one, tuple(s for s in strikes if s.last is late)) for one, strikes in every
        )
        for late in (False, True)
    )
    pairs = [(one.unit, one.target) for one in assaults]
    people = [
        pair for pair in pairs if not any(unit_profiles.is_vehicle(match, one) for one in pair)
    ]
    fought = tuple(dict.fromkeys(unit for pair in people for unit in pair))
    return continue_with(resolve_first_then_last_strikes, match, first, last, fought)


def resolve_first_then_last_strikes(
    match: Match, first: SimultaneousBlows, last: SimultaneousBlows, participants: Units
) -> Asking[None]:
    """Resolve the first strikes simultaneously, then the last strikes (XF-MELEE-01)."""
    counted = yield from call_stage(resolve_simultaneous_blows, first, _list_targets(last))
    return continue_with(resolve_last_strikes_and_melee_result, match, last, participants, counted)


def resolve_last_strikes_and_melee_result(
    match: Match, last: SimultaneousBlows, participants: Units, earlier_hits: CountedHits
) -> Asking[None]:
    """Resolve the last strikes of survivors, then the result of the melee (XF-MELEE-05, XF-G51)."""
    living = _keep_assaults_with_strikes(
        (one, tuple(s for s in strikes if match.figure(s.figure).gone is None))
        for one, strikes in last
        if match.exists(one.target)
    )
    more = yield from call_stage(resolve_simultaneous_blows, living, _list_targets(last))
    add_suppression_for_blows(match, (*earlier_hits, *more))
    return continue_with(resolve_melee_result, match, participants)


def _list_targets(blows_to_come: SimultaneousBlows) -> Units:
    return tuple(dict.fromkeys(one.target for one, _ in blows_to_come))


def _keep_assaults_with_strikes(
    assaults: Iterable[tuple[MeleeAssault, tuple[FigureStrike, ...]]],
) -> SimultaneousBlows:
    return tuple((one, strikes) for one, strikes in assaults if strikes)


def make_enemy_loss_facts_without_dice(
    match: Match, _: SideId | None, params: MeleeDeclaration, losses: int
) -> Iterable[AnyFact]:
    """Return the facts for losses of the first enemy, if blows are entered without dice."""
    enemies = (
        *(one.target for one in params.against),
        *state_queries.list_opponents(match, params.unit),
    )
    if not enemies:
        return ()
    return make_loss_facts_without_dice(match, enemies[0], losses, params.unit)


def is_melee_idle(match: Match, unit: UnitId) -> bool:
    """Whether no unit in a melee can strike or roll for its result (XF-G83)."""
    pairs = [
        (a, b)
        for a in state_queries.list_units_in_same_melee(match, unit)
        for b in state_queries.list_opponents(match, a)
    ]
    return all(
        any(unit_profiles.is_vehicle(match, one) for one in pair)
        and not list_figure_strikes(match, MeleeAssault(*pair, match.figures(pair[0])))
        for pair in pairs
    )


def list_melee_blocking_reasons(match: Match, unit: UnitId) -> Iterator[BlockingReason]:
    """Yield the reasons why a unit cannot fight, such as a melee already fought (XF-FOLL-01)."""
    if not state_queries.is_engaged(match, unit):
        yield BlockingReason("not-in-melee", "XF-MELEE-01", "is not in melee")
    elif any(
        match.has(one, markers.FOUGHT)
        for one in state_queries.list_units_in_same_melee(match, unit)
    ):
        yield BlockingReason("has-fought", "XF-MELEE-01", "has fought")
    elif is_melee_idle(match, unit):
        yield BlockingReason("idle", "XF-MELEE-01", "is in a melee in which nobody can strike")


def list_melee_objections(match: Match, _: SideId | None, params: MeleeDeclaration) -> Objections:
    if match.phase != PHASE:
        yield Objection("not-melee", "XF-GEN-05", "units strike only in the Melee phase")
    enemies = state_queries.list_opponents(match, params.unit)
    told = sum(one.figures or 0 for one in params.against)
    for unit, n in ((params.unit, told), *((one.target, one.back or 0) for one in params.against)):
        there = len(match.figures(unit))
        if n > there:
            text = f"only {format_count(there, 'figure')} of {match.tag(unit)} can strike, not {n}"
            yield Objection("so-many", "XF-G48", text)
    for one in params.against:
        if (
            one.target not in enemies
            and state_queries.find_carrier(match, one.target) not in enemies
        ):
            text = f"{match.tag(params.unit)} is not in contact with {match.tag(one.target)}"
            yield Objection("no-contact", "XF-MELEE-02", text)
        assault = MeleeAssault(params.unit, one.target, match.figures(params.unit), one.blades)
        able = {strike.pool.made_of for strike in list_figure_strikes(match, assault)}
        for blade in (blade for blade in one.blades if blade not in able):  # XF-T4
            text = f"no figure of {match.tag(params.unit)} can strike with {blade}"
            yield Objection("no-weapon", "XF-FORCE-09", text)


def list_melee_candidates(match: Match) -> Iterator[tuple[SideId | None, MeleeDeclaration]]:
    for unit in match.units() if match.phase == PHASE else ():
        if not any(list_melee_blocking_reasons(match, unit)):
            for enemy in state_queries.list_opponents(match, unit):
                yield match.side_of(unit), MeleeDeclaration(unit, (MeleeTarget(enemy),))


FIGHT: Final = Action(
    id="fight",
    word="in melee",
    ahead="to fight",
    rolls=(TO_HIT, SAVE, RESULT),
    params=MeleeDeclaration,
    stage=resolve_fight,
    phases=(PHASE,),
    objections=list_melee_objections,
    bars=list_melee_blocking_reasons,
    expected="has not fought",
    must=True,
    outcome=make_enemy_loss_facts_without_dice,
    candidates=list_melee_candidates,
    form=Form(
        "fights",
        make_unit_field(),
        divided=DividedField(
            "against",
            MeleeTarget,
            make_unit_field("target", "name one enemy in each part, and put `|` between parts"),
            (
                make_count_slot("figures"),
                make_count_slot("back"),
                BLADES,
                *make_flag_slots("obstacle", "dark"),
            ),
        ),
        key=KeyVerb("x", whom="enemy", text="fights"),
    ),
)


def list_melees_of_phase(
    match: Match, asked_subject: Subject | None, phase_history: PhaseHistory
) -> tuple[CombatStatus, ...]:
    """List the melees of the phase. A unit that joins one later fights next turn (XF-FOLL-01)."""
    if match.phase != PHASE:
        return ()
    fought = {unit for unit in match.all_units() if match.has(unit, markers.FOUGHT)}
    met = ((a, b) for relation, a, b in phase_history.new_links if relation == markers.ENGAGED.id)
    fresh = ((a, b) for a, b in met if (a in fought) == (b in fought))
    pairs: Pairs = (*phase_history.start.pairs(markers.ENGAGED), *fresh)
    return MELEES.list_combats(match, asked_subject, phase_history, tuple(dict.fromkeys(pairs)))


def _has_yet_to_strike(match: Match, unit: Subject, enemy: Subject) -> bool:
    if match.has(unit, markers.FOUGHT):
        return False
    assault = MeleeAssault(UnitId(unit), UnitId(enemy), match.figures(UnitId(unit)))
    return bool(list_figure_strikes(match, assault))


MELEES: Final = ContactCombatRules(
    count_wounds_left=lambda match, unit: state_queries.count_wounds_left_ignoring_delayed(
        match, UnitId(unit)
    ),
    has_yet_to_strike=_has_yet_to_strike,
    has_struck=lambda match, unit: match.has(unit, markers.FOUGHT),
    must_leave=lambda match, unit: match.has(unit, markers.RETREATS),
)
