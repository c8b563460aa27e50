"""What a unit can fire with, how many of each, why a weapon may not (XF-T2, XF-T3, XF-WPN), and the
names that people gave their weapons, as a line says them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, Final, NamedTuple, Protocol

from tracker.procedures.declared.said import Said, Values
from tracker.procedures.declared.slots import Slot
from tracker.procedures.pieces.naming import one_of
from tracker.procedures.view import Match
from tracker.rulesets.xenocide.data import markers, tables, troops, vehicles
from tracker.rulesets.xenocide.data.tables import INCH, LOS, Gun, Mount, Profile
from tracker.scribe.lexicon import Lexicon
from tracker.scribe.syntax import How, Option
from tracker.vocabulary.events import AnyFact
from tracker.vocabulary.names import FigureId, UnitId

Hands = dict[FigureId, int]


class Asked(Protocol):
    """What is said of the weapons: which, how many, and how far it is."""

    @property
    def guns(self) -> tuple[str, ...]: ...
    @property
    def weapons(self) -> int | None: ...
    @property
    def range(self) -> int | None: ...


class Piece(NamedTuple):
    """A weapon with all who bear it and work it equally well; ``aboard`` a vehicle."""

    gun: Gun
    capacity: int
    skill: int
    bearers: tuple[FigureId, ...]
    mounted: bool = False
    aboard: bool = False

    @property
    def s(self) -> int:
        return tables.s_of(self.gun.size, self.capacity)

    @property
    def hands(self) -> int:
        """XF-T3: how many it takes to fire it; a mount takes none of the vehicle's own."""
        return tables.gun_row(self.gun, self.capacity).hands


def pieces(match: Match, unit: UnitId) -> tuple[Piece, ...]:
    """Every weapon of a unit: the open mounts that one aboard works, then in roster order."""
    found: dict[tuple[Gun, int, int, bool], list[FigureId]] = {}
    ridden = markers.ridden(match, unit)
    for mount in ridden.mounts if ridden and ridden.open else ():
        if mount.open:
            found.setdefault(_mounted(mount), []).extend(match.figures(unit)[:1])
    for figure in match.figures(unit):
        profile = troops.profile(match, figure)
        for gun in profile.guns:
            key = (gun, profile.capacity, profile.missile, False)
            found.setdefault(key, []).append(figure)
        for mount in profile.vehicle.mounts if profile.vehicle else ():
            found.setdefault(_mounted(mount), []).append(figure)
    return tuple(
        Piece(gun, capacity, skill, tuple(figures), mounted, ridden is not None)
        for (gun, capacity, skill, mounted), figures in found.items()
    )


def _mounted(mount: Mount) -> tuple[Gun, int, int, bool]:
    return mount.gun, mount.capacity, mount.accuracy, True


def usable(match: Match, unit: UnitId, *, snap: bool) -> tuple[Piece, ...]:
    """The weapons of a unit that nothing bars from firing now."""
    return tuple(p for p in pieces(match, unit) if barred(match, unit, p, snap=snap) is None)


def has_one(match: Match, unit: UnitId, phase: str = "", *, snap: bool = False) -> bool:
    """Whether anybody of a unit has hands left for a weapon that nothing bars (XF-G101), as all
    may see it: a counter that lies face down may say anything (XF-G41).
    """
    hands = free_hands(match, unit)
    hidden = markers.is_face_down(match, unit)
    order: tables.Order = "opportunity" if hidden else markers.order(match, unit)
    ready = (
        piece
        for piece in pieces(match, unit)
        if barred(match, unit, piece, phase, order=order, snap=snap) is None
    )
    return any(worked(piece, dict(hands), 1) for piece in ready)


def barred(
    match: Match,
    unit: UnitId,
    piece: Piece,
    phase: str = "",
    *,
    order: tables.Order | None = None,
    snap: bool = False,
) -> str | None:
    """Why a weapon of a unit may not fire in this phase, or one to come, by its order (or another
    one), in a few words (XF-T2, XF-T3, XF-T14).
    """
    if piece.gun.thrown and piece.s > tables.THROWN_SIZE:
        return "is too big to be thrown"
    if troops.is_vehicle(match, unit):
        stood = not match.has(unit, markers.MOVED) and bool(match.option("stationary_heavy_mount"))
        most = vehicles.largest_mounted(markers.speed(match, unit), stood=stood)
        return None if most is not None and piece.s <= most else "is too big at this speed"
    if markers.is_engaged(match, unit) and tables.GUNS[piece.s].engaged is None:
        return "is too big to fire in melee"
    if not snap and (phase or match.phase) != "opportunity":
        return None
    order, moved = order or markers.order(match, unit), match.has(unit, markers.MOVED)
    ridden = markers.carrier(match, unit)
    if ridden and match.option("carried_counts_as_moved"):
        moved = moved or match.has(ridden, markers.MOVED)
    largest = tables.largest_in_opportunity(order, moved=moved)
    if largest is None or piece.s <= largest:
        return None
    return f"is too big to fire {'on the run' if order == markers.RUN else 'after a move'}"


def reaches(gun: Gun, wanted: Asked) -> bool:
    """XF-WPN-07: whether the range that was told is within its reach."""
    if gun.long == LOS or wanted.range is None:
        return True
    most = tables.THROWN_RANGE if gun.thrown else (gun.long or gun.normal) * INCH
    return wanted.range <= most


def firing(
    match: Match, unit: UnitId, wanted: Asked, hands: Hands, *, snap: bool = False
) -> tuple[tuple[Piece, int], ...]:
    """The weapons that fire and how many: those named, else whatever may fire; what is thrown
    only where there is nothing else.

    Their hands are taken from ``hands``.
    """
    if wanted.guns:
        meant = [piece for piece in pieces(match, unit) if piece.gun.id in wanted.guns]
    else:
        able = [p for p in usable(match, unit, snap=snap) if reaches(p.gun, wanted)]
        meant = [piece for piece in able if not piece.gun.thrown] or able
    left, chosen = wanted.weapons, []
    for piece in meant:
        if not reaches(piece.gun, wanted):
            continue
        n = worked(piece, hands, left)
        left = None if left is None else left - n
        if n:
            chosen.append((piece, n))
    return tuple(chosen)


def free_hands(match: Match, unit: UnitId) -> Hands:
    """XF-FORCE-09: the hands of each figure that have done nothing else this turn."""
    if match.has(unit, markers.STRUCK):
        return dict.fromkeys(match.figures(unit), 0)
    return hands_after_fire(match, unit)


def hands_after_fire(match: Match, unit: UnitId, *, combi: bool = False) -> Hands:
    """The hands of each figure that fired no gun this turn; with ``combi`` also those on a gun
    that is one with a melee weapon (XF-FORCE-10).
    """
    hands = {figure: troops.profile(match, figure).hands for figure in match.figures(unit)}
    left = used(match, unit)
    for piece in pieces(match, unit):
        if left.get(piece.gun.id) and not (combi and piece.gun.combi):
            left[piece.gun.id] -= worked(piece, hands, left[piece.gun.id])
    return hands


def worked(piece: Piece, hands: Hands, most: int | None = None) -> int:
    """How many of a weapon can be worked with the hands that are left, which it takes.

    What takes more hands than its bearer has is worked with the help of others (XF-WPN-12); who
    works a mount from aboard has no hands for his own gun (XF-VEH-08).
    """
    if piece.mounted and not piece.aboard:
        return len(piece.bearers) if most is None else min(most, len(piece.bearers))
    n = 0
    for bearer in piece.bearers:
        if most is not None and n >= most:
            break
        n += _worked_by(bearer, piece, hands)
    return n


def _worked_by(bearer: FigureId, piece: Piece, hands: Hands) -> bool:
    own = hands.get(bearer, 0)
    if own >= piece.hands:
        hands[bearer] -= piece.hands
        return True
    helpers = [figure for figure, n in hands.items() if n and figure not in piece.bearers]
    if piece.s < 2 or not own or own + sum(hands[one] for one in helpers) < piece.hands:
        return False
    missing, hands[bearer] = piece.hands - own, 0
    for one in helpers:
        lent = min(missing, hands[one])
        hands[one] -= lent
        missing -= lent
    return True


def made_of(piece: Piece, n: int) -> str:
    """``5 rifles``, ``2 light machine guns of 4 dice``; and what is special about them
    (XF-WPN-15).
    """
    gun = piece.gun
    several = f"{n} {gun.id}{'' if n == 1 else 's'}"
    dice = several if gun.rate == 1 else f"{several} of {gun.rate} dice"
    return f"{dice} ({', '.join(gun.notes)})" if gun.notes else dice


WITH: Final = "with"


def _guns(profile: Profile) -> Iterator[str]:
    mounts = profile.vehicle.mounts if profile.vehicle else ()
    yield from (gun.id for gun in (*profile.guns, *(mount.gun for mount in mounts)))


def _blades(profile: Profile) -> Iterator[str]:
    yield from (blade.id for blade in profile.blades)


def _slot(field: str, of: Callable[[Profile], Iterator[str]]) -> Slot:
    """``with light-rocket``: of all that anybody in this match has, by what is typed for it."""

    def take(said: Said) -> Values:
        match, named = said.match, list[str]()
        known = {
            "-".join(one.split()): one
            for figure in match.all_figures()
            for one in of(troops.profile(match, figure))
        }
        while (one := said.option(WITH)) is not None:
            named.append(one_of("-".join(one.split()), known, "weapon here"))
        return {field: tuple(named)} if named else {}

    def say(_: Match, values: Mapping[str, Any]) -> Iterable[How]:
        return (Option(WITH, "-".join(one.split())) for one in values.get(field) or ())

    return Slot(take, say, Lexicon(options=frozenset((WITH,))), (field,), f"{WITH} WEAPON")


GUNS: Final = _slot("guns", _guns)
BLADES: Final = _slot("blades", _blades)


def used(match: Match, unit: UnitId) -> dict[str, int]:
    """How many of which gun a unit has fired this turn."""
    said = str(match.mark(unit, markers.USED) or "")
    pairs = (part.rsplit(" ", 1) for part in said.split(", ") if part)
    return {gun: int(count) for gun, count in pairs}


def using(match: Match, unit: UnitId, guns: Mapping[str, int]) -> AnyFact:
    """The fact that a unit has fired so many of these guns more."""
    found = used(match, unit)
    for gun, count in guns.items():
        found[gun] = found.get(gun, 0) + count
    return markers.USED.set(unit, value=", ".join(f"{gun} {n}" for gun, n in sorted(found.items())))
