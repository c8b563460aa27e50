"""What a unit can fire with, how many of each, and why a weapon may not (XF-T2, XF-T3, XF-WPN)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from msgspec import Struct

from tracker.procedures.declared.slots import count, flags, length, several, switch
from tracker.procedures.pieces.naming import unit_named
from tracker.procedures.view import Match
from tracker.rulesets.xenocide.attacks.named import GUNS
from tracker.rulesets.xenocide.attacks.needs import Aim
from tracker.rulesets.xenocide.data import markers, tables, vehicles
from tracker.rulesets.xenocide.data.tables import INCH, LOS, Cover, Gun
from tracker.vocabulary.names import FigureId, UnitId


class Share(Struct, frozen=True, omit_defaults=True):
    """What of a unit's fire goes at one target (XF-TGT-01).

    ``range`` in hundredths of an inch; ``far`` or ``close`` where only the band is told. ``past``
    are friends who stand between, ``mixed`` enemies intermingled with the target. ``guns`` are the
    weapons named, ``weapons`` how many fire.
    """

    target: UnitId
    cover: Cover = "open"
    range: int | None = None
    far: bool = False
    close: bool = False
    dark: bool = False
    guns: tuple[str, ...] = ()
    weapons: int | None = None
    past: tuple[UnitId, ...] = ()
    mixed: tuple[UnitId, ...] = ()


HOW = (
    length("range", "in"),
    flags("cover", tables.COVERS),
    switch("far"),
    switch("close"),
    switch("dark"),
    GUNS,
    count("weapons", low=1),
    several("past", unit_named),
    several("mixed", unit_named),
)


class Piece(NamedTuple):
    """A weapon with all who bear it and work it equally well."""

    gun: Gun
    capacity: int
    skill: int
    bearers: tuple[FigureId, ...]
    mounted: bool = False

    @property
    def s(self) -> int:
        return tables.s_of(self.gun.size, self.capacity)


def pieces(match: Match, unit: UnitId) -> tuple[Piece, ...]:
    """Every weapon of a unit, in roster order; open mounts are worked by who is aboard."""
    found: dict[tuple[Gun, int, int, bool], list[FigureId]] = {}
    for figure in match.figures(unit):
        profile = markers.profile(match, figure)
        for gun in profile.guns:
            key = (gun, profile.capacity, profile.missile, False)
            found.setdefault(key, []).append(figure)
        for mount in profile.vehicle.mounts if profile.vehicle else ():
            key = (mount.gun, mount.capacity, mount.accuracy, True)
            found.setdefault(key, []).append(figure)
    carrier = markers.carrier(match, unit)
    ridden = markers.vehicle(match, carrier) if carrier else None
    for mount in ridden.mounts if ridden and ridden.open else ():
        if mount.open:
            key = (mount.gun, mount.capacity, mount.accuracy, True)
            found.setdefault(key, []).append(match.figures(unit)[0])
    return tuple(
        Piece(gun, capacity, skill, tuple(figures), mounted)
        for (gun, capacity, skill, mounted), figures in found.items()
    )


def barred(match: Match, unit: UnitId, piece: Piece, snap: bool = False) -> str | None:
    """Why a weapon of a unit may not fire in this phase, in a few words (XF-T2, XF-T3, XF-T14)."""
    if markers.is_vehicle(match, unit):
        stood = not match.has(unit, markers.MOVED) and bool(match.option("stationary_heavy_mount"))
        most = vehicles.largest_mounted(markers.speed(match, unit), stood=stood)
        return None if most is not None and piece.s <= most else "is too big at this speed"
    if markers.is_engaged(match, unit) and tables.GUNS[piece.s].engaged is None:
        return "is too big to fire in melee"
    order = markers.order(match, unit)
    if snap or match.phase == "opportunity":
        moved = match.has(unit, markers.MOVED)
        largest = tables.largest_in_opportunity(order, moved=moved)  # type: ignore[arg-type]
        if largest is not None and piece.s > largest:
            return "is too big to fire on the run" if order == "run" else "is too big after a move"
    return None


def reaches(gun: Gun, share: Share) -> bool:
    """XF-WPN-07: whether the range that was told is within its reach."""
    if gun.long == LOS or share.range is None:
        return True
    most = tables.THROWN_RANGE if gun.thrown else (gun.long or gun.normal) * INCH
    return share.range <= most


def firing(
    match: Match, unit: UnitId, share: Share, *, snap: bool = False
) -> tuple[tuple[Piece, int], ...]:
    """The weapons that fire and how many: those named, else the first of each who may fire one."""
    able = [
        piece
        for piece in pieces(match, unit)
        if (piece.gun.id in share.guns if share.guns else not piece.gun.thrown)
        and (share.guns or (barred(match, unit, piece, snap) is None))
        and reaches(piece.gun, share)
    ]
    hands = free_hands(match, unit)
    left = share.weapons
    chosen = []
    for piece in able:
        n = _worked(piece, hands)
        n = n if left is None else min(n, left)
        left = None if left is None else left - n
        if n:
            chosen.append((piece, n))
    return tuple(chosen)


def free_hands(match: Match, unit: UnitId) -> dict[FigureId, int]:
    """XF-FORCE-09: the hands of each figure for this phase."""
    return {figure: markers.profile(match, figure).hands for figure in match.figures(unit)}


def _worked(piece: Piece, hands: dict[FigureId, int]) -> int:
    """How many of a weapon can be worked with the hands that are left, which it takes."""
    if piece.mounted:
        return len(piece.bearers)
    need, n = tables.gun_row(piece.gun, piece.capacity).hands, 0
    for bearer in piece.bearers:
        own = min(need, hands.get(bearer, 0))
        others = [figure for figure in hands if figure not in piece.bearers]
        helped = sum(hands[figure] for figure in others)
        if not own or own + helped < need:
            continue
        hands[bearer] -= own
        missing = need - own
        for figure in others:
            lent = min(missing, hands[figure])
            hands[figure] -= lent
            missing -= lent
        n += 1
    return n


def aim(match: Match, unit: UnitId, share: Share, piece: Piece, *, snap: bool = False) -> Aim:
    """How a weapon of a unit bears on what the share says."""
    gun = piece.gun
    far, near = share.far, share.close
    if share.range is not None:
        far, near = share.range > gun.normal * INCH, share.range <= tables.CLOSE
    running = (
        markers.speed(match, unit) == 1
        if markers.is_vehicle(match, unit)
        else markers.order(match, unit) == markers.RUN
    )
    return Aim(
        gun=gun,
        skill=piece.skill,
        capacity=piece.capacity,
        cover=_cover(match, share),
        far=far,
        near=near,
        dark=share.dark,
        running=running and match.phase != "shooting",
        snap=snap,
        leaping=snap and match.has(unit, markers.AIRBORNE),
        engaged=markers.is_engaged(match, unit),
        through=bool(share.past) and match.option("through_friends") == "nat10",
        mounted=piece.mounted,
    )


def _cover(match: Match, share: Share) -> Cover:
    """Passengers of an open vehicle count as in heavy cover (XF-VEH-10)."""
    return tables.PASSENGER_COVER if markers.carrier(match, share.target) else share.cover


def made_of(piece: Piece, n: int) -> str:
    """``5 rifles``, ``2 light machine guns of 4 dice``."""
    several_ = f"{n} {piece.gun.id}{'s' if n != 1 else ''}"
    return several_ if piece.gun.rate == 1 else f"{several_} of {piece.gun.rate} dice"


def known(match: Match) -> Iterator[str]:
    """Names of all weapons in the match."""
    for unit in match.units():
        yield from (piece.gun.id for piece in pieces(match, unit))
