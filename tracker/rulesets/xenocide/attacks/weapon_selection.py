"""The weapons that a unit can fire, and the figures and hands that they need (XF-T2, XF-T3,
XF-WPN).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Set
from typing import Any, Final

from msgspec import Struct

from tracker.input_parsing.line_lexicon import Lexicon
from tracker.input_parsing.line_syntax_tree import Option, TypedDetail
from tracker.procedures.declared.line_form_slots import Slot
from tracker.procedures.declared.line_reader import LineReader, Values
from tracker.procedures.match_view import Match
from tracker.procedures.pieces.subject_lookup import list_all_members, look_up_word
from tracker.rulesets.xenocide.data import (
    markers,
    profile_types,
    rule_tables,
    state_queries,
    unit_profiles,
)
from tracker.vocabulary.events import AnyFact
from tracker.vocabulary.subject_ids import FigureId, UnitId

Figures = tuple[FigureId, ...]


class FreeHands(Struct, frozen=True):
    """The hands that figures have free this turn.

    ``combi`` counts hands that have used one part of a combi-weapon. They are free only for the
    other part (XF-FORCE-10).
    """

    free: dict[FigureId, int]
    combi: dict[FigureId, int]

    def count_hands(self, figure: FigureId, *, combi: bool) -> int:
        """Return how many hands a figure has free for a weapon or part of a combi-weapon."""
        return self.free.get(figure, 0) + (self.combi.get(figure, 0) if combi else 0)

    def use_hands(self, figure: FigureId, count: int, *, combi: bool) -> None:
        """Use ``count`` hands, beginning with those free only for a combi-weapon's other part."""
        joined = min(count, self.combi.get(figure, 0)) if combi else 0
        if joined:
            self.combi[figure] -= joined
        self.free[figure] = self.free.get(figure, 0) - (count - joined)

    def copy_hands(self) -> FreeHands:
        return FreeHands(dict(self.free), dict(self.combi))


class TargetedFire(Struct, frozen=True, omit_defaults=True):
    """The part of a unit's fire that is at one target (XF-TGT-01).

    If the line has a range band instead of a ``range``, it is ``far`` or ``close``. If not all
    models are in the same cover, ``light`` and ``heavy`` are the numbers in each. ``past`` are the
    friends between the unit and its target, and ``behind`` are the enemies between them. If the
    unit fires ``high``, it fires over them. ``mixed`` are enemies mixed with the target.
    ``nearest`` are the enemies within 12 inches, the nearest first. ``guns`` are the named weapons,
    and ``weapons`` is their number.
    """

    target: UnitId
    cover: rule_tables.Cover = "open"
    light: int = 0
    heavy: int = 0
    range: int | None = None
    far: bool = False
    close: bool = False
    dark: bool = False
    high: bool = False
    guns: tuple[str, ...] = ()
    weapons: int | None = None
    past: tuple[UnitId, ...] = ()
    behind: tuple[UnitId, ...] = ()
    mixed: tuple[UnitId, ...] = ()
    nearest: tuple[UnitId, ...] = ()


class WeaponGroup(Struct, frozen=True):
    """A weapon, and all figures that use it alike. They ride in a vehicle if ``aboard`` is true."""

    gun: profile_types.Gun
    capacity: int
    skill: int
    bearers: tuple[FigureId, ...]
    mounted: bool = False
    aboard: bool = False

    @property
    def relative_size(self) -> int:
        return rule_tables.find_relative_size(self.gun.size, self.capacity)

    @property
    def prevents_movement(self) -> bool:
        """Whether figures that fire the weapon may not move this turn (XF-WPN-11)."""
        return not self.mounted and not rule_tables.GUNS[self.relative_size].moves_after

    @property
    def hands_needed(self) -> int:
        """The number of hands needed to fire the weapon (XF-T3)."""
        return rule_tables.find_gun_row(self.gun, self.capacity).hands


def list_weapon_groups(match: Match, unit: UnitId) -> tuple[WeaponGroup, ...]:
    """List a unit's weapons. The open mounts that it operates as passengers come first."""
    found: dict[tuple[profile_types.Gun, int, int, bool], list[FigureId]] = {}
    ridden = state_queries.find_carrier_vehicle(match, unit)
    mounts = _list_free_open_mounts(match, unit)
    for figure, mount in zip(match.figures(unit), mounts, strict=False):
        found.setdefault(_make_mount_key(mount), []).append(figure)
    for figure in match.figures(unit):
        profile = unit_profiles.get_profile(match, figure)
        for gun in profile.guns:
            found.setdefault((gun, profile.capacity, profile.missile, False), []).append(figure)
        for mount in profile.vehicle.mounts if profile.vehicle else ():
            found.setdefault(_make_mount_key(mount), []).append(figure)
    return tuple(
        WeaponGroup(gun, capacity, skill, tuple(figures), mounted, ridden is not None)
        for (gun, capacity, skill, mounted), figures in found.items()
    )


def _list_free_open_mounts(match: Match, unit: UnitId) -> Iterator[profile_types.WeaponMount]:
    """Yield the open mounts that a unit can fire as a passenger, if no unit has yet (XF-VEH-08)."""
    carrier = state_queries.find_carrier(match, unit)
    ridden = state_queries.find_carrier_vehicle(match, unit)
    if carrier is None or ridden is None or not ridden.open:
        return
    fired = Counter[str]()
    if not match.has(unit, markers.FIRED):
        for other in state_queries.list_passengers(match, carrier):
            fired.update(count_guns_fired_by_name(match, other))
    for mount in ridden.mounts:
        if mount.open and not fired[mount.gun.id]:
            yield mount
        fired[mount.gun.id] -= mount.open and fired[mount.gun.id] > 0


def _make_mount_key(mount: profile_types.WeaponMount) -> tuple[profile_types.Gun, int, int, bool]:
    return mount.gun, mount.capacity, mount.accuracy, True


def has_usable_weapon(
    match: Match, unit: UnitId, phase: str = "", *, snap: bool = False, at: UnitId | None = None
) -> bool:
    """Whether any figure of a unit has hands left for a weapon that may fire (XF-G101).

    Only public information counts. A face-down counter could be any order (XF-G41).
    """
    hands = find_hands_free_to_fire(match, unit)
    hidden = state_queries.is_order_hidden(match, unit)
    order: profile_types.Order = "opportunity" if hidden else state_queries.get_order(match, unit)
    ready = (
        piece
        for piece in list_weapon_groups(match, unit)
        if explain_weapon_cannot_fire(match, unit, piece, phase, order=order, snap=snap, at=at)
        is None
    )
    return any(choose_crew_and_use_hands(piece, hands.copy_hands(), 1) for piece in ready)


def explain_weapon_cannot_fire(
    match: Match,
    unit: UnitId,
    weapon_group: WeaponGroup,
    phase: str = "",
    *,
    order: profile_types.Order | None = None,
    snap: bool = False,
    at: UnitId | None = None,
) -> str | None:
    """Explain briefly why a unit's weapon may not fire (XF-T2, XF-T3, XF-T14).

    Return None if it may. By default, the current phase and the unit's own order apply. A ``snap``
    shot ``at`` a unit (by default, the one that moves) comes before its contact (XF-SNAP-01).
    """
    size = weapon_group.relative_size
    if weapon_group.gun.thrown and size > rule_tables.THROWN_SIZE:
        return "is too big to be thrown"
    mover = at or match.interrupted
    met = {state_queries.find_carrier_or_unit(match, UnitId(mover))} if snap and mover else set()
    engaged = bool({*state_queries.list_opponents(match, unit)} - met)
    if engaged and rule_tables.GUNS[size].engaged is None:
        return "is too big to fire in melee"
    if unit_profiles.is_vehicle(match, unit):
        heavy = bool(match.option("stationary_heavy_mount"))
        stood = heavy and not state_queries.is_vehicle_move_over(match, unit)
        speed = markers.SPEED.number(match, unit)
        most = rule_tables.find_largest_mounted_weapon_size(speed, stood=stood)
        return None if most is not None and size <= most else "is too big at this speed"
    carrier = state_queries.find_carrier(match, unit)
    if weapon_group.mounted and carrier is not None and match.has(carrier, markers.DISABLED):
        return "is mounted on a disabled vehicle"
    if not snap and (phase or match.phase) != "opportunity":
        return None
    if weapon_group.mounted:  # XF-VEH-08
        return "can be worked by passengers only in the Shooting phase"
    order, moved = order or state_queries.get_order(match, unit), match.has(unit, markers.MOVED)
    if carrier and match.option("carried_counts_as_moved"):
        moved = moved or match.has(carrier, markers.MOVED)
    largest = rule_tables.find_largest_opportunity_weapon_size(order, moved=moved)
    if largest is None or size <= largest:
        return None
    return f"is too big to fire {'on the run' if order == markers.RUN else 'after a move'}"


def is_in_range(gun: profile_types.Gun, share: TargetedFire) -> bool:
    """Whether a target is in range of a gun, or ``far`` and the gun long-ranged (XF-WPN-07)."""
    if share.range is None:
        return not share.far or (gun.long is not None and not gun.thrown)
    if gun.long == rule_tables.LOS:
        return True
    most = rule_tables.THROWN_RANGE if gun.thrown else (gun.long or gun.normal) * rule_tables.INCH
    return share.range <= most


def choose_firing_weapons_and_use_hands(
    match: Match, unit: UnitId, share: TargetedFire, hands: FreeHands, *, snap: bool = False
) -> tuple[tuple[WeaponGroup, Figures, Figures], ...]:
    """Return the named weapons in range, or by default all that may fire, and use up ``hands``.

    By default, thrown weapons are used only if no other can fire.

    Each weapon comes with the figures that fire it, and all figures whose hands it needs
    (XF-WPN-12).
    """
    if share.guns:
        meant = [piece for piece in list_weapon_groups(match, unit) if piece.gun.id in share.guns]
    else:
        able = [
            piece
            for piece in list_weapon_groups(match, unit)
            if is_in_range(piece.gun, share)
            and explain_weapon_cannot_fire(match, unit, piece, snap=snap, at=share.target) is None
        ]
        meant = [piece for piece in able if not piece.gun.thrown] or able
    left, chosen = share.weapons, []
    for piece in meant:
        if not is_in_range(piece.gun, share):
            continue
        before = dict(hands.free)
        crew = choose_crew_and_use_hands(piece, hands, left)
        left = None if left is None else left - len(crew)
        if crew:
            helpers = (one for one, n in hands.free.items() if n < before[one] and one not in crew)
            chosen.append((piece, crew, (*crew, *helpers)))
    return tuple(chosen)


def find_hands_free_to_fire(match: Match, unit: UnitId) -> FreeHands:
    """Return the hands that have not fired or struck a leaving unit (XF-FORCE-09, XF-G101)."""
    hands = find_hands_that_fired_no_gun(match, unit)
    for figure, blade in list_strikes_made_at_leaving_units(match, unit):
        n, grip = hands.free[figure], None
        if blade is not None:
            profile = unit_profiles.get_profile(match, figure)
            grip = rule_tables.find_figure_melee_weapon_row(profile, blade)
        if grip is not None:
            n = min(grip.hands, n)
        hands.free[figure] -= n
        if blade is not None and blade.combi:
            hands.combi[figure] = hands.combi.get(figure, 0) + n
    return hands


def find_hands_that_fired_no_gun(match: Match, unit: UnitId) -> FreeHands:
    """Return the hands that have fired no gun this turn (XF-FORCE-09).

    Hands that fired a combi-weapon's gun remain free for its other part.
    """
    own = {figure: unit_profiles.get_profile(match, figure).hands for figure in match.figures(unit)}
    hands = FreeHands(own, {})
    left, pieces = count_guns_fired_by_name(match, unit), list_weapon_groups(match, unit)
    known = {piece.gun.id for piece in pieces}
    for piece in (*_list_open_mounts(match, unit, left.keys() - known), *pieces):
        if not left.get(piece.gun.id):
            continue
        before = dict(hands.free)
        left[piece.gun.id] -= len(choose_crew_and_use_hands(piece, hands, left[piece.gun.id]))
        if piece.gun.combi:
            for figure, n in before.items():
                hands.combi[figure] = hands.combi.get(figure, 0) + n - hands.free[figure]
    return hands


def _list_open_mounts(match: Match, unit: UnitId, guns: Set[str]) -> Iterator[WeaponGroup]:
    """Yield the open mounts with these ``guns``, which a unit fired before it got out (XF-VEH-08).

    Guns of the unit's own figures are left out, even if their bearers have fallen.
    """
    members = list_all_members(match, unit) if guns else ()
    own = {gun.id for one in members for gun in unit_profiles.get_profile(match, one).guns}
    mounted_guns = guns - own
    for figure in match.all_figures(match.side_of(unit)) if mounted_guns else ():
        vehicle = unit_profiles.get_profile(match, figure).vehicle
        for mount in vehicle.mounts if vehicle is not None else ():
            if mount.open and mount.gun.id in mounted_guns:
                gun, capacity, skill, mounted = _make_mount_key(mount)
                yield WeaponGroup(gun, capacity, skill, match.figures(unit), mounted, aboard=True)


def choose_crew_and_use_hands(
    weapon_group: WeaponGroup, hands: FreeHands, max_crew: int | None = None
) -> Figures:
    """Return the figures that fire a weapon, and use up their hands (XF-WPN-12)."""
    if weapon_group.mounted and not weapon_group.aboard:
        return weapon_group.bearers[:max_crew]
    crew: list[FigureId] = []
    for bearer in weapon_group.bearers:
        if max_crew is not None and len(crew) >= max_crew:
            break
        if _use_hands_if_enough(bearer, weapon_group, hands):
            crew.append(bearer)
    return tuple(crew)


def _use_hands_if_enough(bearer: FigureId, weapon_group: WeaponGroup, hands: FreeHands) -> bool:
    combi = weapon_group.gun.combi
    own = hands.count_hands(bearer, combi=combi)
    if own >= weapon_group.hands_needed:
        hands.use_hands(bearer, weapon_group.hands_needed, combi=combi)
        return True
    others = (figure for figure, n in hands.free.items() if n and figure != bearer)
    helpers = sorted(
        others, key=weapon_group.bearers.__contains__
    )  # those without the weapon first
    lending = sum(hands.free[one] for one in helpers)
    if weapon_group.relative_size < 2 or not own or own + lending < weapon_group.hands_needed:
        return False
    missing = weapon_group.hands_needed - own
    hands.use_hands(bearer, own, combi=combi)
    for one in helpers:
        lent = min(missing, hands.free[one])
        hands.free[one] -= lent
        missing -= lent
    return True


def describe_weapon(weapon_group: WeaponGroup, count: int) -> str:
    """Describe a weapon, as in ``5 rifles`` or ``2 light machine guns of 4 dice`` (XF-WPN-15)."""
    gun = weapon_group.gun
    several = f"{count} {gun.id}{'' if count == 1 else 's'}"
    dice = several if gun.rate == 1 else f"{several} of {gun.rate} dice"
    return f"{dice} ({', '.join(gun.notes)})" if gun.notes else dice


WITH: Final = "with"


def _make_weapon_slot(field: str, of: Callable[[profile_types.Profile], Iterator[str]]) -> Slot:
    """Make a line slot such as ``with light-rocket``. It accepts any weapon in the match."""

    def take_values(reader: LineReader) -> Values:
        match, named = reader.match, list[str]()
        known = {
            "-".join(one.split()): one
            for figure in match.all_figures()
            for one in of(unit_profiles.get_profile(match, figure))
        }
        while (one := reader.take_option(WITH)) is not None:
            named.append(look_up_word("-".join(one.split()), known, "weapon here"))
        return {field: tuple(named)} if named else {}

    def format_values(_: Match, values: Mapping[str, Any]) -> Iterable[TypedDetail]:
        return (Option(WITH, "-".join(one.split())) for one in values.get(field) or ())

    return Slot(
        take_values, format_values, Lexicon(options=frozenset((WITH,))), (field,), f"{WITH} WEAPON"
    )


GUNS: Final = _make_weapon_slot("guns", profile_types.list_gun_names)
BLADES: Final = _make_weapon_slot("blades", profile_types.list_melee_weapon_names)


def count_guns_fired_by_name(match: Match, unit: UnitId) -> dict[str, int]:
    return unit_profiles.parse_weapon_counts(str(match.mark(unit, markers.USED) or ""))


def make_guns_fired_fact(match: Match, unit: UnitId, guns: Mapping[str, int]) -> AnyFact:
    counts = Counter(count_guns_fired_by_name(match, unit)) + Counter(guns)
    return markers.USED.set(unit, value=unit_profiles.format_weapon_counts(counts))


def list_strikes_made_at_leaving_units(
    match: Match, unit: UnitId
) -> Iterator[tuple[FigureId, profile_types.MeleeWeapon | None]]:
    """Yield the figures that struck a leaving unit, each with its weapon (XF-G101).

    The weapon is None if the figure used all its hands. Among equal figures, the first ones count.
    An unarmed blow uses no hand (XF-G53).
    """
    weapons = match.mark(unit, markers.STRUCK)
    if weapons is None or weapons is True:  # set by hand or by an earlier program: all struck
        yield from ((figure, None) for figure in match.figures(unit) if weapons)
        return
    left = unit_profiles.parse_weapon_counts(str(weapons))
    for figure in match.figures(unit):
        for blade in unit_profiles.get_profile(match, figure).blades:
            if left.get(blade.id):
                left[blade.id] -= 1
                yield figure, blade
