"""A combat at its start, for odds: equal models are only counted."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec import Struct, field
from msgspec.structs import replace

from tracker.procedures.view import Match, group_equal_figures
from tracker.rulesets.trial_assault.combat import (
    combat_contact,
    initiative_steps,
    vehicle_combat,
    weapon_attacks,
)
from tracker.rulesets.trial_assault.data import markers
from tracker.rulesets.trial_assault.data.markers import COMBATS
from tracker.rulesets.trial_assault.data.rule_tables import Profile, Weapon
from tracker.vocabulary.names import FigureId, SideId, Subject, UnitId

MOST_IN_BODY = 2


class ModelGroup(Struct, frozen=True):
    """Equal models of a unit: the last of them falls first.

    ``places`` are their indices in the unit, ``touches`` and ``supports`` their enemies, ``steps``
    the Initiative step against each of them.
    """

    unit: UnitId
    figures: tuple[FigureId, ...]
    places: tuple[int, ...]
    profile: Profile
    weapon: Weapon
    attacks: int
    hurt: int
    touches: tuple[UnitId, ...]
    supports: tuple[UnitId, ...]
    steps: tuple[tuple[UnitId, int], ...]

    @property
    def opponents(self) -> tuple[UnitId, ...]:
        return self.touches or self.supports

    @property
    def all_bits(self) -> int:
        """All of them, as a bit for each."""
        return (1 << len(self.figures)) - 1


class FightingUnit(Struct, frozen=True):
    """A unit in the combat; ``told``: the contacts of its models were entered, so that they share
    no attacks.

    ``groups`` are the indices of its models' groups, those that fall first in front. ``body``:
    itself, and units joined to it. ``started``: its starting number of models.
    """

    unit: UnitId
    side: SideId
    told: bool
    groups: tuple[int, ...]
    body: tuple[UnitId, ...]
    host: UnitId
    enemies: tuple[UnitId, ...]
    started: int


class FightRules(Struct, frozen=True):
    """The house rules that matter in a fight."""

    by_zone: bool
    any_friend: bool
    overflow: bool
    own_test: bool
    half_strength: bool
    outnumbered: str
    by_wounds: bool


class FightSnapshot(Struct, frozen=True, eq=False):
    """The units in a combat. It is built once for a question, and equals only itself."""

    sides: tuple[SideId, ...]
    active: SideId | None
    fighters: dict[UnitId, FightingUnit]
    groups: tuple[ModelGroup, ...]
    rules: FightRules
    cache: dict[Any, Any] = field(default_factory=dict)
    """Values computed from it before."""

    def list_units(self, side: SideId) -> tuple[UnitId, ...]:
        return tuple(one.unit for one in self.fighters.values() if one.side == side)


def take_fight_snapshot(match: Match, combat: Subject) -> FightSnapshot | None:
    """The fight of a combat; None if its models cannot be reduced to counts: with machines, force
    weapons or saves lap by lap, after the first attacks, or if equal models have different
    contacts.
    """
    units = COMBATS.list_units(match, combat)
    if not all(_can_be_counted(match, unit, units) for unit in units):
        return None
    groups: list[ModelGroup] = []
    fighters: dict[UnitId, FightingUnit] = {}
    for unit in units:
        found = _list_groups(match, unit)
        if found is None:
            return None
        at = tuple(range(len(groups), len(groups) + len(found)))
        groups += found
        fighters[unit] = FightingUnit(
            unit=unit,
            side=match.side_of(unit),
            told=match.has(unit, markers.TOLD),
            groups=at,
            body=markers.list_joined_units(match, unit),
            host=markers.find_host_unit(match, unit),
            enemies=markers.list_locked_enemies(match, unit),
            started=match.unit(unit).started,
        )
    sides = tuple(SideId(one) for one in match.links(markers.SCORED, combat))
    return FightSnapshot(sides, match.clock.side, fighters, tuple(groups), _read_rules(match))


def _read_rules(match: Match) -> FightRules:
    counts = str(match.option("outnumbered"))
    by_hand = match.option("outnumber_count") == "by_hand"
    return FightRules(
        by_zone=match.option("majority_basis") != "unit",
        any_friend=match.option("support_from") == "any_friend",
        overflow=match.option("lap_overflow") != "lost",
        own_test=match.option("character_morale") == "own_test",
        half_strength=bool(match.option("half_strength")),
        outnumbered="off" if by_hand else counts,
        by_wounds=match.option("outnumber_count") == "wounds",
    )


def _can_be_counted(match: Match, unit: UnitId, units: tuple[UnitId, ...]) -> bool:
    """Whether no models of a unit need to be distinguished, during the fight or after it."""
    profiles, figures = markers.list_profiles(match, unit), match.figures(unit)
    fought = match.has(unit, markers.FOUGHT) or any(
        match.has(one, marker) for one in figures for marker in (markers.STRUCK, markers.FALLS)
    )
    laps = match.option("lap_mode") == "sequential" and len({one.sv for one in profiles}) > 1
    body = markers.list_joined_units(match, unit)
    chargers = markers.list_chargers(match, unit)
    covered = any(match.link(markers.COVERED, unit, one) is not None for one in chargers)
    grenades = {kind for each in chargers for kind in _list_grenades(match, each)}
    shares = markers.is_independent_or_monstrous(match, unit) and len(figures) > 1
    return not (
        fought
        or laps
        or len(body) > MOST_IN_BODY
        or not set(body) <= set(units)
        or (covered and "plasma" in grenades)
        or (shares and len(markers.list_locked_enemies(match, unit)) > 1)
        or vehicle_combat.is_machine(match, unit)
        or any(weapon_attacks.get_weapon_used(match, one).kind == "force" for one in figures)
    )


def _list_grenades(match: Match, unit: UnitId) -> Iterator[str]:
    for one in markers.list_profiles(match, unit):
        yield from one.grenades


def _list_groups(match: Match, unit: UnitId) -> list[ModelGroup] | None:
    """The groups of a unit, those that fall first in front (TA-G30)."""
    found = []
    for _, same in combat_contact.group_by_casualty_order(match, match.figures(unit)):
        alike = group_equal_figures(same, lambda one: _make_group(match, one))
        if sum(1 for group, _ in alike if group.opponents) > 1:
            return None
        found += [_fill(match, group, figures) for group, figures in alike]
    return None if any(group is None for group in found) else [one for one in found if one]


def _make_group(match: Match, figure: FigureId) -> ModelGroup:
    """A group with one model, without its indices."""
    return ModelGroup(
        unit=match.figure(figure).unit,
        figures=(),
        places=(),
        profile=markers.get_profile(match, figure),
        weapon=weapon_attacks.get_weapon_used(match, figure),
        attacks=weapon_attacks.count_attacks(match, figure),
        hurt=0,
        touches=markers.list_touched_enemies(match, figure),
        supports=markers.list_supported_against(match, figure),
        steps=tuple(_list_steps(match, figure)),
    )


def _list_steps(match: Match, figure: FigureId) -> Iterator[tuple[UnitId, int]]:
    for enemy in combat_contact.list_opponents(match, figure):
        yield enemy, initiative_steps.find_initiative_step(match, figure, enemy)


def _fill(match: Match, group: ModelGroup, figures: tuple[FigureId, ...]) -> ModelGroup | None:
    """The group with its models; None if a model is wounded that is not the next to fall."""
    wounds = [match.figure(one).wounds for one in figures]
    if any(wounds[:-1]):
        return None
    every = match.figures(group.unit)
    places = tuple(every.index(one) for one in figures)
    return replace(group, figures=figures, places=places, hurt=wounds[-1])
