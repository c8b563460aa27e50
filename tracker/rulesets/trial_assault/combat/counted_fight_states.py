"""The states of a combat as counts of models, from its start on, to compute odds."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final
from weakref import WeakValueDictionary

from msgspec import Struct, field
from msgspec.structs import replace

from tracker.procedures.match_view import Match, group_equal_figures
from tracker.rulesets.trial_assault.combat import combat_contact, weapon_attacks
from tracker.rulesets.trial_assault.combat.initiative_steps import find_initiative_step
from tracker.rulesets.trial_assault.combat.vehicle_combat import (
    StruckVehicle,
    get_struck_vehicle,
    is_vehicle,
)
from tracker.rulesets.trial_assault.data import markers, state_queries, unit_profiles
from tracker.rulesets.trial_assault.data.markers import COMBATS
from tracker.rulesets.trial_assault.data.profile_types import Profile, Weapon
from tracker.vocabulary.events import Scalar
from tracker.vocabulary.subject_ids import FigureId, SideId, Subject, UnitId


class ModelGroup(Struct, frozen=True):
    """Equal models of a unit, the last of which falls first. Groups fall in ``casualty_order``.

    ``places`` are the models' indices in the unit. ``touches`` and ``supports`` are their enemies.
    ``steps`` has their Initiative step against each enemy.
    """

    figures: tuple[FigureId, ...]
    places: tuple[int, ...]
    profile: Profile
    weapon: Weapon
    attacks: int
    hurt: int
    touches: tuple[UnitId, ...]
    supports: tuple[UnitId, ...]
    steps: tuple[tuple[UnitId, int], ...]
    casualty_order: int


class FightingUnit(Struct, frozen=True):
    """A unit in the combat. ``place`` is its index in the fight.

    The first of its ``groups`` falls first. If its contacts were entered, its models do not share
    their attacks among enemies. ``joined_units`` includes the unit itself. ``psychic`` is true once
    the unit has used its psychic power.
    """

    unit: UnitId
    side: SideId
    place: int
    has_entered_contact: bool
    groups: tuple[ModelGroup, ...]
    joined_units: tuple[UnitId, ...]
    host: UnitId
    enemies: tuple[UnitId, ...]
    started: int
    vehicle: StruckVehicle | None
    strikes: bool
    psychic: bool


OPTIONS: Final = (
    *("majority_basis", "support_from", "lap_overflow", "character_morale", "half_strength"),
    *("outnumbered", "outnumber_count", "perils", "vehicle_wounds"),
)
"""The house rules that matter in a fight."""


class FightSnapshot(Struct, frozen=True, eq=False, weakref=True):
    """The units of a combat at its start. Equal combats share one snapshot."""

    sides: tuple[SideId, ...]
    active: SideId | None
    fighters: dict[UnitId, FightingUnit]
    options: dict[str, Scalar]
    """The values of the house rules in ``OPTIONS``."""
    cache: dict[Any, Any] = field(default_factory=dict)
    """Values that have already been computed from this snapshot."""


_TAKEN: Final[WeakValueDictionary[Any, FightSnapshot]] = WeakValueDictionary()


def take_fight_snapshot(match: Match, combat: Subject) -> FightSnapshot | None:
    """Return a snapshot of a combat, or None if its models cannot be reduced to counts.

    The result is None after the first attacks, or if wounds are saved lap by lap. It is also None
    if several characters or monsters in a unit face several enemies.
    """
    units = COMBATS.list_units(match, combat)
    if not all(_can_be_counted(match, unit, units) for unit in units):
        return None
    fighters = {
        unit: FightingUnit(
            unit=unit,
            side=match.side_of(unit),
            place=place,
            has_entered_contact=match.has(unit, markers.TOLD),
            groups=tuple(_list_groups(match, unit)),
            joined_units=state_queries.list_joined_units(match, unit),
            host=state_queries.find_joined_unit_or_self(match, unit),
            enemies=tuple(
                one for one in state_queries.list_locked_enemies(match, unit) if one in units
            ),
            started=match.unit(unit).started,
            vehicle=get_struck_vehicle(match, unit) if is_vehicle(match, unit) else None,
            strikes=not unit_profiles.is_non_walker_vehicle(match, unit),
            psychic=match.has(unit, markers.PSYCHIC),
        )
        for place, unit in enumerate(units)
    }
    sides = tuple(COMBATS.get_scores(match, combat))
    options = {name: match.option(name) for name in OPTIONS}
    fight = FightSnapshot(sides, match.clock.side, fighters, options)
    key = (sides, fight.active, tuple(options.items()), *fighters.values())
    return _TAKEN.setdefault(key, fight)


def _can_be_counted(match: Match, unit: UnitId, units: tuple[UnitId, ...]) -> bool:
    profiles, figures = unit_profiles.list_profiles(match, unit), match.figures(unit)
    fought = match.has(unit, markers.FOUGHT) or any(
        match.has(one, marker) for one in figures for marker in (markers.STRUCK, markers.FALLS)
    )
    saves = {(one.sv, one.inv) for one in profiles}
    laps = match.option("lap_mode") == "sequential" and (
        len(saves) > 1
        or any(weapon_attacks.get_weapon_in_use(match, one).kind == "force" for one in figures)
    )
    body = state_queries.list_joined_units(match, unit)
    shares = unit_profiles.is_independent_or_monstrous(match, unit) and len(figures) > 1
    several = shares and len(state_queries.list_locked_enemies(match, unit)) > 1
    return not (fought or laps or several) and set(body) <= set(units)


def _list_groups(match: Match, unit: UnitId) -> Iterator[ModelGroup]:
    """Yield a unit's groups in the order in which they become casualties (TA-G30).

    A wounded model forms a separate group unless it is the first of its kind to fall.
    """
    every = match.figures(unit)
    kinds = [same for _, same in combat_contact.group_by_casualty_order(match, every)]
    order = {figure: n for n, same in enumerate(kinds) for figure in same}

    def find_kind(figure: FigureId) -> tuple[ModelGroup, FigureId | None]:
        at = order[figure]
        apart = match.figure(figure).wounds and figure != kinds[at][-1]
        return _make_group(match, figure, at), figure if apart else None

    for (group, _), figures in group_equal_figures(order, find_kind):
        places = tuple(every.index(one) for one in figures)
        yield replace(group, figures=figures, places=places, hurt=match.figure(figures[-1]).wounds)


def _make_group(match: Match, figure: FigureId, order: int) -> ModelGroup:
    return ModelGroup(
        figures=(),
        places=(),
        profile=unit_profiles.get_profile(match, figure),
        weapon=weapon_attacks.get_weapon_in_use(match, figure),
        attacks=weapon_attacks.count_attacks(match, figure),
        hurt=0,
        touches=state_queries.list_touched_enemies(match, figure),
        supports=state_queries.list_enemies_supported_against(match, figure),
        steps=tuple(
            (enemy, find_initiative_step(match, figure, enemy))
            for enemy in combat_contact.list_strikable_enemies(match, figure)
        ),
        casualty_order=order,
    )


Counts = tuple[int, ...]
"""A number for each group of a unit."""
Struck = frozenset[FigureId]
Presence = tuple[Counts, ...]
"""For each group of each unit: 2 if a model is alive, 1 if all fell in this step, 0 if gone."""


class UnitState(Struct, frozen=True):
    """The state of a unit in a fight.

    ``models`` are the numbers in each group at the start of the step. ``fallen`` are its casualties
    in the step. ``hurt`` are the wounds of its next casualty. ``struck`` are the models that have
    struck, and all models of groups in which nobody is left to strike. ``tested`` is 1 after a
    psychic test (2 if it was perilous). ``scored`` corrects the number of wounds that count.
    """

    models: Counts
    fallen: Counts
    hurt: Counts
    struck: Struck
    tested: int = 0
    damaged: bool = False
    scored: int = 0


FightState = tuple[UnitState, ...]
"""The states of all units in a fight, in the order of the snapshot's fighters."""


def make_start_state(fight: FightSnapshot) -> FightState:
    units = []
    for fighter in fight.fighters.values():
        models = tuple([len(group.figures) for group in fighter.groups])
        hurt, none = tuple([group.hurt for group in fighter.groups]), (0,) * len(models)
        units.append(UnitState(models, none, hurt, frozenset(), int(fighter.psychic)))
    return tuple(units)


def classify_group_presence(state: FightState) -> Presence:
    return tuple(
        [
            tuple([(n > 0) + (n > less) for n, less in zip(unit.models, unit.fallen, strict=True)])
            for unit in state
        ]
    )


def list_profiles(presence: Presence, fighter: FightingUnit) -> list[Profile]:
    own = zip(fighter.groups, presence[fighter.place], strict=True)
    return [group.profile for group, n in own if n]


def is_independent_or_monstrous(presence: Presence, fighter: FightingUnit) -> bool:
    return any(one.independent or one.monstrous for one in list_profiles(presence, fighter))


def list_groups_in_kill_zone(
    fight: FightSnapshot, presence: Presence, attacker: UnitId, target: UnitId
) -> list[int]:
    """List the indices of groups that an attacker can harm, in casualty order (TA-FIGHT-02)."""
    reach = _list_attacker_or_supported_friends(fight, presence, fight.fighters[attacker], target)
    fighter = fight.fighters[target]
    alone = is_independent_or_monstrous(presence, fighter)
    return [
        at
        for at, group in enumerate(fighter.groups)
        if presence[fighter.place][at]
        and (reach & {*group.touches} or (not alone and reach & {*group.supports}))
    ]


def _list_attacker_or_supported_friends(
    fight: FightSnapshot, presence: Presence, attacker: FightingUnit, target: UnitId
) -> set[UnitId]:
    own = zip(attacker.groups, presence[attacker.place], strict=True)
    if any(n and target in group.touches for group, n in own):
        return {attacker.unit}
    if fight.options["support_from"] == "any_friend":
        friends = (one for one in fight.fighters.values() if one.side == attacker.side)
        return {one.unit for one in friends if any(presence[one.place])}
    return {*list_remaining_joined_units(fight, presence, attacker)}


def list_remaining_joined_units(
    fight: FightSnapshot, presence: Presence, fighter: FightingUnit
) -> list[UnitId]:
    """List a unit and its remaining joined units. Without his unit, a character is alone."""
    if not any(presence[fight.fighters[fighter.host].place]):
        return [fighter.unit]
    return [one for one in fighter.joined_units if any(presence[fight.fighters[one].place])]
