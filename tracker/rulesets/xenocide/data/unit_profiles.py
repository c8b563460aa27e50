"""Queries about the profiles of figures, units and vehicles, and about lists of weapons."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial

import msgspec

from tracker.procedures.declared.line_reader import parse_whole_number
from tracker.procedures.declared.rosters_and_mustering import Profiles, RosterUnit
from tracker.procedures.match_view import Match
from tracker.procedures.pieces.subject_lookup import list_all_members, look_up_word
from tracker.rulesets.xenocide.data import rule_tables
from tracker.rulesets.xenocide.data.profile_types import Gun, Pack, Profile, Vehicle
from tracker.rulesets.xenocide.data.rule_tables import Cover
from tracker.vocabulary.count_wording import format_figure_count
from tracker.vocabulary.subject_ids import FigureId, SideId, Subject, UnitId
from tracker.vocabulary.typed_numbers import is_whole_number


def get_profile(match: Match, figure: FigureId) -> Profile:
    return match.profile(figure, Profile)


def list_current_or_last_figures(match: Match, unit: UnitId) -> tuple[FigureId, ...]:
    return match.figures(unit) or list_all_members(match, unit)


def get_first_profile(match: Match, unit: UnitId) -> Profile:
    """Return the profile of a unit's first figure (a vehicle has only one)."""
    found = list_current_or_last_figures(match, unit)
    return get_profile(match, found[0]) if found else Profile()


def get_vehicle(match: Match, unit: UnitId) -> Vehicle | None:
    """Return the vehicle part of a unit's profile, or None for infantry (XF-FORCE-14, 17)."""
    return get_first_profile(match, unit).vehicle


def is_vehicle(match: Match, unit: Subject) -> bool:
    return get_vehicle(match, UnitId(unit)) is not None


def list_infantry(match: Match, side: SideId | None = None) -> tuple[UnitId, ...]:
    """List the infantry units on the table, including those aboard vehicles."""
    return tuple(unit for unit in match.units(side) if not is_vehicle(match, unit))


def list_vehicles(match: Match, side: SideId | None = None) -> tuple[UnitId, ...]:
    return tuple(unit for unit in match.units(side) if is_vehicle(match, unit))


def list_enemy_units_on_table(match: Match, unit: UnitId) -> tuple[UnitId, ...]:
    """List the units of other sides that are on the table (XF-G98)."""
    return tuple(one for one in match.units() if match.side_of(one) != match.side_of(unit))


def find_highest_morale(match: Match, unit: UnitId, among: tuple[FigureId, ...] = ()) -> int:
    """Return the highest Morale of a unit's living figures, which is used in tests (XF-G09)."""
    return max((get_profile(match, one).morale for one in among or match.figures(unit)), default=0)


def find_majority_profile(match: Match, unit: UnitId, among: tuple[FigureId, ...] = ()) -> Profile:
    """Return a unit's most common profile. In a tie, a commander's is not chosen (XF-G12)."""
    figures = among or list_current_or_last_figures(match, unit)
    found = [get_profile(match, figure) for figure in figures]
    return max(found, key=lambda p: (found.count(p), not p.commander, -p.cost), default=Profile())


# ------------------------------------------------------------------------------- force sheets

PLACES: Mapping[Cover, str] = {"open": "the open", "light": "light cover", "heavy": "heavy cover"}
POWERS = range(6)
"""The values of Power for which a force sheet shows a figure's save."""


def describe_roster_unit(unit: RosterUnit, profiles: Profiles) -> Iterator[str]:
    """Yield the lines of a force sheet about a unit: its threshold, figures and weapons."""
    counts = Counter(figure.profile for figure in unit.figures)
    known = {word: msgspec.convert(profiles[word], Profile, strict=False) for word in counts}
    most = known[max(counts, key=lambda w: (counts[w], not known[w].commander, -known[w].cost))]
    if most.vehicle is None:
        wounds = sum(known[word].wounds * n for word, n in counts.items())
        find_threshold = partial(
            rule_tables.find_suppression_threshold,
            most.morale,
            wounds_left=wounds,
            brave=most.brave,
        )
        attacks = (f"{find_threshold(cover)} in {place}" for cover, place in PLACES.items())
        yield f"attacks for one suppression marker: {', '.join(attacks)}"
    for word, n in counts.items():
        yield from _describe_profile(format_figure_count(n, word), known[word])


def _describe_profile(who: str, one: Profile) -> Iterator[str]:
    parts = _describe_vehicle(one, one.vehicle) if one.vehicle else _describe_figure(one)
    yield f"{who}: {', '.join((f'{one.cost} VP', *parts))}"
    numbers = ((rule_tables.find_save_number(one.armour, power), power) for power in POWERS)
    saves = (f"{n if n > 0 or one.vehicle else 'no'} ({power})" for n, power in numbers)
    yield f"  saves on, by Power: {', '.join(saves)}"
    mounts = one.vehicle.mounts if one.vehicle else ()
    for gun, capacity, how in (
        *((gun, one.capacity, "") for gun in one.guns),
        *((each.gun, each.capacity, f", accuracy {each.accuracy}, {each.arc}") for each in mounts),
    ):
        yield f"  {gun.id}{how}: {', '.join(_describe_gun(gun, capacity))}"
    for blade in one.blades:
        grip = rule_tables.find_figure_melee_weapon_row(one, blade)
        if grip is not None:
            power = rule_tables.find_strike_power(one.strength, grip.hands) + blade.bonus
            yield f"  {blade.id}: Power {power}{', strikes last' if grip.last else ''}"


def _describe_figure(one: Profile) -> Iterator[str]:
    defence = f" ({one.defence})" if one.defence else ""
    yield f'move {one.movement}"'
    yield from (f"wounds {one.wounds}", f"armour {one.armour}", f"aspect {one.aspect}")
    yield from (f"missile {one.missile}", f"melee {one.melee}{defence}")
    yield from (f"strength {one.strength}", f"morale {one.morale}", f"capacity {one.capacity}")
    yield from (word for word in ("brave", "commander") if getattr(one, word))
    yield from (*one.packs, *one.notes)


def _describe_vehicle(one: Profile, vehicle: Vehicle) -> Iterator[str]:
    yield f'base {vehicle.base}" {vehicle.propulsion}'
    yield from (f"armour {one.armour}", f"aspect {one.aspect}", f"strength {one.strength}")
    yield f"disabled by {vehicle.threshold} damage, destroyed by {2 * vehicle.threshold}"
    if vehicle.passengers:
        yield f"{vehicle.passengers} passengers, {'open' if vehicle.open else 'closed'}"
    yield from one.notes


def _describe_gun(gun: Gun, capacity: int) -> Iterator[str]:
    s = rule_tables.find_relative_size(gun.size, capacity)
    yield f"S {s:+d}" if s else "S 0"
    yield f"{gun.rate} {'die' if gun.rate == 1 else 'dice'}"
    yield f"Power {gun.power}" if gun.power >= 0 else f"Weak {-gun.power}"
    yield from (f"X{gun.saves}",) if gun.saves > 1 else ()
    yield from (f"{gun.area}d3" if gun.area > 1 else "d3",) if gun.area else ()
    far = "" if gun.long is None else "/LOS" if gun.long == rule_tables.LOS else f'/{gun.long}"'
    yield f'{gun.normal}"{far}'
    yield from gun.notes


def do_all_figures_have_pack(match: Match, unit: UnitId, pack: Pack) -> bool:
    """Whether every figure of a unit has the given pack (XF-SPEC)."""
    figures = match.figures(unit)
    return bool(figures) and all(pack in get_profile(match, one).packs for one in figures)


# ----------------------------------------------------------------------------------- weapon counts


def parse_weapon_counts(text: str) -> dict[str, int]:
    """Parse a list of weapons with numbers. A weapon without a number counts as one."""
    found: dict[str, int] = {}
    for each in filter(None, map(str.strip, text.split(","))):
        name, _, count = each.rpartition(" ")
        known = (name, int(count)) if name and is_whole_number(count) else (each, 1)
        found[known[0]] = found.get(known[0], 0) + known[1]
    return found


def format_weapon_counts(counts: Mapping[str, int]) -> str:
    return ", ".join(f"{name} {n}" for name, n in sorted(counts.items()))


def make_weapon_count_normaliser(
    weapons: Callable[[Profile], Iterable[str]],
) -> Callable[[Match, Subject, str], str]:
    """Make a function that normalises typed weapon counts, such as ``light-machine-gun 2``.

    ``weapons`` yields the weapons of a profile. For other names, the function raises
    ``UnknownName``.
    """

    def normalise(match: Match, subject: Subject, text: str) -> str:
        figures = list_current_or_last_figures(match, UnitId(subject))
        profiles = [get_profile(match, figure) for figure in figures]
        known = {"-".join(name.split()): name for one in profiles for name in weapons(one)}
        found: dict[str, int] = {}
        for typed, n in parse_weapon_counts(text).items():
            name = look_up_word("-".join(typed.split()), known, "weapon of this unit")
            more = parse_whole_number(str(n), f"how many {name}", low=1) or 1
            found[name] = found.get(name, 0) + more
        return format_weapon_counts(found)

    return normalise
