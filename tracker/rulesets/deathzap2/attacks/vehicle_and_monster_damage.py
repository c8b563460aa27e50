"""Damage to vehicles and monsters. Each failed save causes a roll on table DZ-T9.

An enraged monster immediately attacks the nearest unit of either side (DZ-DMG-05).
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Final, Literal

from msgspec import Struct
from msgspec.structs import replace

from tracker.procedures.declared.roll_kinds import RollKind
from tracker.procedures.match_view import Match
from tracker.procedures.pieces.engagement import record_engagement
from tracker.procedures.pieces.nearby_figures import ask_nearest_unit, ask_tied_units_and_draw_one
from tracker.procedures.pieces.random_draw import draw_option
from tracker.procedures.requests import (
    Asking,
    Confirm,
    Faces,
    ask,
    ask_owner,
    call_aftermath,
    call_pure_stage,
    call_stage,
    continue_with,
    continue_with_pure,
    run_stage_for_each,
)
from tracker.rulesets.deathzap2.attacks import strike_allocation
from tracker.rulesets.deathzap2.attacks.attack_dice import AttackDicePool
from tracker.rulesets.deathzap2.attacks.strike_allocation import TargetedStrikes
from tracker.rulesets.deathzap2.attacks.unit_attack import (
    AttackSource,
    OwedDamage,
    OwedDamages,
    UnresolvedDamage,
    attack_unit,
    make_phase_end_removal_facts,
    resolve_destroyer_hit,
    resolve_explosion,
)
from tracker.rulesets.deathzap2.data import markers, state_queries, unit_profiles
from tracker.rulesets.deathzap2.data.profile_types import Gun
from tracker.rulesets.deathzap2.data.rule_tables import DRAW
from tracker.rulesets.deathzap2.phases import mission_objectives, movement
from tracker.vocabulary.dice_bands import Bands, describe_bands, make_table_bands
from tracker.vocabulary.events import AnyFact, GearChanged, Moved
from tracker.vocabulary.subject_ids import FigureId, UnitId

RULE: Final = "DZ-DMG-05"


def resolve_monster_rage(match: Match, monster: UnitId) -> Asking[OwedDamages]:
    """Make an enraged monster attack a unit in contact, or else the nearest unit."""
    foes = state_queries.list_opponents(match, monster)
    others = foes or (*match.units(match.other(match.side_of(monster))), *match.units())
    near = tuple(
        dict.fromkeys(
            u for u in others if u != monster and state_queries.list_standing_figures(match, u)
        )
    )
    if not near:
        return ()
    target = yield from ask_nearest_unit(match, monster, near, "enraged", RULE)
    if target is None:  # DZ-GEN-03
        target = yield from ask_tied_units_and_draw_one(match, monster, near, "tied", RULE, DRAW)
    return continue_with(move_monster_and_attack, match, monster, target)


def move_monster_and_attack(match: Match, monster: UnitId, target: UnitId) -> Asking[OwedDamages]:
    """Move an enraged monster up to its speed, and attack if it reaches its target (DZ-G32)."""
    if target in state_queries.list_opponents(match, monster):
        return continue_with(perform_enraged_attack, match, monster, target)
    contact = match.option("enraged_reach") == "unlimited"
    if not contact:
        pace = movement.format_inches(_find_monster_speed(match, monster))
        what = f"reaches {match.unit(target).name} within {pace}"
        asked = Confirm(id="reached", what=what, target=target, spatial=True, rule=RULE)
        contact = yield from ask_owner(match, monster, asked)
    if contact or _find_monster_speed(match, monster):
        match.record(Moved(unit=monster, how="enraged"))
    if not contact:
        return ()
    if match.side_of(target) != match.side_of(monster):
        record_engagement(match, markers.ENGAGED, monster, (target,))
    return continue_with(perform_enraged_attack, match, monster, target)


def _find_monster_speed(match: Match, monster: UnitId) -> int:
    """Return a monster's speed. Damage in this phase does not halve it yet (DZ-G28)."""
    return max((movement.find_figure_speed(match, f) for f in match.figures(monster)), default=0)


def perform_enraged_attack(match: Match, monster: UnitId, target: UnitId) -> Asking[OwedDamages]:
    """Make an enraged monster's melee attack, and return the damage rolls that it causes.

    Under a house rule, the opponent rolls if the monster attacks its own side.
    """
    side = match.side_of(monster)
    if match.side_of(target) == side and match.option("enraged_roller") == "opponent":
        side = match.other(side)
    part = TargetedStrikes(target)
    (struck,) = strike_allocation.assign_strikes(match, monster, (part,))
    plain = strike_allocation.make_strike_dice_pools(match, monster, part, struck)
    pools = tuple(replace(pool, made_of=f"enraged: {pool.made_of}") for pool in plain)
    blow = AttackSource(side, monster, "enraged")
    result = yield from call_stage(attack_unit, blow, target, pools)
    return (OwedDamage(blow, target, result.damage_rolls),) if result.damage_rolls else ()


Effect = Literal["slower", "gun", "nothing", "4-5", "6"]
EFFECTS: dict[int, Effect] = {1: "slower", 2: "slower", 3: "gun", 4: "4-5", 5: "4-5", 6: "6"}


DAMAGE: Final = RollKind("die", "damage")
GUN: Final = "a gun"


class DamageableParts(Struct, frozen=True):
    """The damage that a vehicle or monster can still suffer: lost ``guns``, and lost speed.

    If ``once`` is true, its speed is halved at most once (DZ-G29). If ``again`` is true, a 3 is
    rerolled if no gun is left (DZ-G30). If ``rages`` is true, a 4 or 5 enrages it.
    """

    guns: tuple[str, ...] = ()
    slows: bool = False
    once: bool = False
    stops: bool = False
    again: bool = False
    rages: bool = False

    @property
    def damage_table(self) -> Bands:
        """The rows of table DZ-T9 for this vehicle or monster."""
        worse, worst = ("enraged", "destroyed") if self.rages else ("immobile", "explodes")
        return make_table_bands((2, "half speed"), (3, GUN), (5, worse), (6, worst))


class DamageSuffered(Struct, frozen=True):
    """The effects of the damage dice rolled so far.

    ``guns`` has the indices of the lost guns, in roster order. ``left`` is the number of dice that
    were not rolled because the monster was enraged.
    """

    halved: int = 0
    stopped: bool = False
    guns: tuple[int, ...] = ()
    enraged: bool = False
    destroyed: bool = False
    left: int = 0


def roll_damage_dice(
    parts: DamageableParts, dice: int, earlier_damage: DamageSuffered
) -> Asking[DamageSuffered]:
    """Roll damage dice until a result destroys or enrages the target (DZ-DMG-01, DZ-G69)."""
    if not dice:
        return earlier_damage
    at_risk = _list_remaining_gun_indices(len(parts.guns), earlier_damage.guns)
    names = tuple([parts.guns[at] for at in at_risk])
    table = parts.damage_table
    effect, gun = yield from call_pure_stage({}, roll_damage_effect, names, table, parts.again)
    halved, stopped, guns = earlier_damage.halved, earlier_damage.stopped, earlier_damage.guns
    if effect == "6":
        return DamageSuffered(halved, stopped, guns, destroyed=True)
    if effect == "4-5" and parts.rages:
        return DamageSuffered(halved, stopped, guns, enraged=True, left=dice - 1)
    if effect == "4-5":
        stopped = parts.stops
    elif effect == "gun":
        guns = tuple(sorted((*guns, at_risk[gun])))
    elif effect == "slower" and parts.slows and not stopped and not (parts.once and halved):
        halved += 1
    earlier_damage = DamageSuffered(halved, stopped, guns)
    return continue_with_pure(roll_damage_dice, parts, dice - 1, earlier_damage)


@lru_cache(maxsize=256)
def _list_remaining_gun_indices(guns: int, lost: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(at for at in range(guns) if at not in lost)


def roll_damage_effect(
    guns: tuple[str, ...], table: Bands, rerolls_threes: bool
) -> Asking[tuple[Effect, int]]:
    """Roll a die for the effect of damage. If a gun is lost, another die chooses it (DZ-DMG-03)."""
    if not guns:
        none = "again" if rerolls_threes else "nothing"
        table = tuple(replace(row, name=none) if row.name == GUN else row for row in table)
    face = yield from call_pure_stage({}, roll_damage_die, table, rerolls_threes and not guns)
    effect = EFFECTS[face]
    if effect != "gun":
        return effect, 0
    if not guns:
        return "nothing", 0
    return effect, (yield from call_pure_stage({}, draw_option, DRAW, "gun lost", guns))


def roll_damage_die(table: Bands, rerolls_threes: bool) -> Asking[int]:
    """Roll one die on ``table``. If ``rerolls_threes`` is true, a 3 is rerolled (DZ-G30)."""
    rule = "DZ-G30" if rerolls_threes else "DZ-DMG-01"
    roll = Faces(
        kind=DAMAGE, dice=(6,), need=describe_bands(table), table=table, role="attacker", rule=rule
    )
    (face,) = yield from ask(roll)
    return (
        continue_with_pure(roll_damage_die, table, rerolls_threes)
        if rerolls_threes and face == 3
        else face
    )


def roll_and_apply_owed_damage(match: Match, owed: OwedDamages) -> Asking[None]:
    """Let the attacker roll the damage still owed to surviving targets (DZ-DMG-01, DZ-G69)."""
    left = tuple(
        each
        for each in owed
        if each.explodes or (each.rolls and find_vehicle_or_monster(match, each.unit))
    )
    if not left:
        return None
    hit, *rest = left
    if hit.explodes:
        more = yield from call_aftermath("explosion", resolve_explosion, hit.source, hit.unit)
        return continue_with(roll_and_apply_owed_damage, match, (*(more or ()), *rest))
    return continue_with(
        roll_and_apply_hit_damage, match, hit, _find_damageable_parts(match, hit.unit), tuple(rest)
    )


def roll_and_apply_hit_damage(
    match: Match, hit: OwedDamage, parts: DamageableParts, later_damage: OwedDamages
) -> Asking[None]:
    who = (hit.source.side, hit.source.credited_unit, hit.unit)
    roles = {"attacker": who, "anybody": who}
    none = DamageSuffered()
    suffered = yield from call_pure_stage(roles, roll_damage_dice, parts, hit.rolls, none)
    return continue_with(
        apply_and_roll_later_damage, match, hit.source, hit.unit, suffered, later_damage
    )


def apply_and_roll_later_damage(
    match: Match,
    source: AttackSource,
    unit: UnitId,
    suffered: DamageSuffered,
    later_damage: OwedDamages,
) -> Asking[None]:
    """Apply the effects of damage dice (DZ-T9, DZ-DMG-05, 06). Then roll the ``later_damage``."""
    figure = find_vehicle_or_monster(match, unit)
    if figure is None:
        return continue_with(roll_and_apply_owed_damage, match, later_damage)
    match.record(*_make_damage_effect_facts(match, figure, suffered))
    if suffered.enraged:
        more = yield from call_aftermath("enraged", resolve_monster_rage, unit)
        later_damage = (*(more or ()), OwedDamage(source, unit, suffered.left), *later_damage)
    elif suffered.destroyed:
        match.record(
            *make_phase_end_removal_facts(match, (figure,), "destroyed", source.credited_unit)
        )
        if unit_profiles.get_profile(match, figure).type != "monster":
            # A wreck explodes after the blast that hit it, before other damage (DZ-DMG-06).
            wreck = OwedDamage(source, unit, 0, explodes=True)
            same = wreck.is_from_blast
            at = next(
                (n for n, each in enumerate(later_damage) if not (same and each.is_from_blast)),
                len(later_damage),
            )
            later_damage = (*later_damage[:at], wreck, *later_damage[at:])
    return continue_with(roll_and_apply_owed_damage, match, later_damage)


def find_vehicle_or_monster(match: Match, unit: UnitId) -> FigureId | None:
    standing = state_queries.list_standing_figures(match, unit)
    return next((f for f in standing if unit_profiles.is_vehicle_or_monster(match, f)), None)


def _find_damageable_parts(match: Match, unit: UnitId) -> DamageableParts:
    """Return the damage that a vehicle or monster can still suffer (DZ-DMG-02 to 05, DZ-G29)."""
    figure = find_vehicle_or_monster(match, unit)
    if figure is None:
        return DamageableParts()
    moves = not (match.has(figure, markers.IMMOBILE) or match.has(figure, markers.WILL_STOP))
    done = sum(name.number(match, figure) for name in (markers.HALVED, markers.WILL_HALVE))
    once = match.option("repeat_half") == "once"
    return DamageableParts(
        guns=tuple(
            f"{gun.kind.replace('-', ' ')} ({gun.id})" for gun in _list_guns_at_risk(match, figure)
        ),
        slows=moves and not (once and done),
        once=once,
        stops=moves,
        again=match.option("no_weapon_left") == "reroll",
        rages=unit_profiles.get_profile(match, figure).type == "monster",
    )


def _make_damage_effect_facts(
    match: Match, figure: FigureId, suffered: DamageSuffered
) -> Iterator[AnyFact]:
    """Yield the facts for halved speed, lost guns and immobility (DZ-DMG-02 to 04, DZ-G28)."""
    at_once = match.option("vehicle_damage_timing") == "immediate"
    if suffered.halved:
        marker = markers.HALVED if at_once else markers.WILL_HALVE
        yield marker.make_increase_fact(match, figure, suffered.halved)
    if suffered.guns:
        at_risk = _list_guns_at_risk(match, figure)
        lost = tuple(at_risk[at].id for at in suffered.guns)
        if at_once:
            yield GearChanged(figure=figure, lost=lost, why="damage")
        else:
            going = (*list_guns_to_lose(match, figure), *lost)
            yield markers.WILL_LOSE.set(figure, value=",".join(going))
    if suffered.stopped:
        marker = markers.IMMOBILE if at_once else markers.WILL_STOP
        yield marker.set(figure)


def _list_guns_at_risk(match: Match, figure: FigureId) -> tuple[Gun, ...]:
    """List the working guns, except those that will be lost at the end of the phase (DZ-G31)."""
    going = list_guns_to_lose(match, figure)
    return tuple(
        gun for gun in unit_profiles.list_working_guns(match, figure) if gun.id not in going
    )


def list_guns_to_lose(match: Match, figure: FigureId) -> tuple[str, ...]:
    value = match.mark(figure, markers.WILL_LOSE)
    return tuple(str(value).split(",")) if value else ()


def resolve_volleys_and_score_objectives(
    match: Match,
    volleys: tuple[tuple[UnitId, tuple[AttackDicePool, ...]], ...],
    source: AttackSource,
) -> Asking[None]:
    """Resolve fire or strikes at each target, then score the objectives that removals decide."""
    yield from call_stage(run_stage_for_each, resolve_volley, volleys, source)
    mission_objectives.score_objectives_for_removals(match)


def resolve_volley(
    match: Match, target_and_pools: tuple[UnitId, tuple[AttackDicePool, ...]], source: AttackSource
) -> Asking[None]:
    """Resolve fire or strikes at one target, and the damage that they cause."""
    target, pools = target_and_pools
    struck = yield from call_stage(attack_unit, source, target, pools)
    return continue_with(resolve_volley_damage, match, source, target, struck)


def resolve_volley_damage(
    match: Match, source: AttackSource, target: UnitId, unresolved: UnresolvedDamage
) -> Asking[None]:
    """Resolve the rest of a volley: first the damage rolls, then the Destroyer hits, one by one."""
    owed: OwedDamages = (OwedDamage(source, target, unresolved.damage_rolls),)
    if not unresolved.destroyer_hits:
        return continue_with(roll_and_apply_owed_damage, match, owed)
    if not unresolved.damage_rolls:
        owed = yield from call_stage(
            resolve_destroyer_hit, source, target, unresolved.destroyer_hits[0]
        )
        unresolved = UnresolvedDamage(0, unresolved.destroyer_hits[1:])
    yield from call_stage(roll_and_apply_owed_damage, owed)
    return continue_with(
        resolve_volley_damage, match, source, target, UnresolvedDamage(0, unresolved.destroyer_hits)
    )
