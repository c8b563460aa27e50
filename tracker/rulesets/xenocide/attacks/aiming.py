"""What is said of a target, and how a weapon bears on it (XF-TGT, XF-T8)."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from tracker.procedures.declared.slots import count, extra, flags, length, several, switch
from tracker.procedures.pieces.naming import unit_named
from tracker.procedures.ruleset import Objection
from tracker.procedures.view import Match
from tracker.rulesets.xenocide.attacks.named import GUNS
from tracker.rulesets.xenocide.attacks.needs import Aim
from tracker.rulesets.xenocide.attacks.weapons import Piece
from tracker.rulesets.xenocide.data import markers, tables
from tracker.rulesets.xenocide.data.tables import INCH, Cover
from tracker.vocabulary.names import UnitId


class Share(Struct, frozen=True, omit_defaults=True):
    """What of a unit's fire goes at one target (XF-TGT-01).

    ``range`` in hundredths of an inch; ``far`` or ``close`` where only the band is told. ``light``
    and ``heavy`` are models in such cover, where not all are. ``past`` are friends who stand
    between, ``behind`` enemies who do; ``high``: it is fired over them. ``mixed`` are enemies
    intermingled with the target, ``nearest`` is the nearest enemy within 12". ``guns`` are the
    weapons named, ``weapons`` how many fire.
    """

    target: UnitId
    cover: Cover = "open"
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


COVER = flags("cover", tables.COVERS)
HOW = (
    length("range", "in"),
    COVER,
    extra("light"),
    extra("heavy"),
    switch("far"),
    switch("close"),
    switch("dark"),
    switch("high"),
    GUNS,
    count("weapons"),
    several("past", unit_named),
    several("behind", unit_named),
    several("mixed", unit_named),
    several("nearest", unit_named),
)


def cover(match: Match, share: Share) -> Cover:
    """XF-SHOOT-09, XF-G105: the cover that half or more of the models have; passengers of an open
    vehicle count as in heavy cover (XF-VEH-10).
    """
    if markers.carrier(match, share.target) is not None:
        return tables.PASSENGER_COVER
    if not share.light and not share.heavy:
        return share.cover
    everybody = len(markers.standing(match, share.target))
    if 2 * share.heavy >= everybody:
        return "heavy"
    return "light" if 2 * (share.light + share.heavy) >= everybody else "open"


def into(match: Match, target: UnitId) -> tuple[UnitId, ...]:
    """The melee that is fired into; nobody where the target is in none."""
    return markers.melee_of(match, target) if markers.is_engaged(match, target) else ()


def aim(match: Match, unit: UnitId, share: Share, piece: Piece, *, snap: bool = False) -> Aim:
    """How a weapon of a unit bears on what the share says (XF-TGT-06).

    A snap shot comes before the contact that its target made with the shooter (XF-SNAP-01).
    """
    gun = piece.gun
    far, near = share.far, share.close
    if share.range is not None:
        far, near = share.range > gun.normal * INCH, share.range <= tables.CLOSE
    friends = share.past and not share.high and match.option("through_friends") == "nat10"
    return Aim(
        gun=gun,
        skill=piece.skill,
        capacity=piece.capacity,
        cover=cover(match, share),
        far=far,
        near=near,
        dark=share.dark,
        running=running(match, unit),
        snap=snap,
        leaping=snap and match.has(unit, markers.AIRBORNE),
        engaged=bool({*markers.opponents(match, unit)} - ({share.target} if snap else set())),
        through=bool(friends),
        mounted=piece.mounted,
        near_misses=bool(gun.area) or markers.carrier(match, share.target) is not None,
    )


def running(match: Match, unit: UnitId) -> bool:
    """Whether it fires at the run penalty: on Run, or at speed 1 (XF-T14, XF-G70)."""
    if match.phase == "shooting":
        return False
    if markers.is_vehicle(match, unit):
        return markers.speed(match, unit) == 1
    return markers.order(match, unit) == markers.RUN


# --------------------------------------------------------------------------- what may be done


def objections(
    match: Match, unit: UnitId, share: Share, *, snap: bool = False
) -> Iterator[Objection]:
    """What is said against a target (XF-TGT-02 to XF-TGT-04, XF-FIRM-05, XF-G28)."""
    target = match.tag(share.target)
    if match.side_of(share.target) == match.side_of(unit):
        yield Objection("own-side", "XF-TGT-01", f"{target} is a friend")
    engaged = markers.opponents(match, unit)
    if engaged and share.target not in engaged:
        text = f"in melee, {match.tag(unit)} fires only at who fights it"
        yield Objection("engaged", "XF-FIRM-05", text)
    if not engaged and (not snap or match.option("nearest_rule_on_snap_shots")):
        yield from _nearest(match, unit, share)
    yield from _seen(match, share)
    carrier = markers.carrier(match, share.target)
    inside = markers.vehicle(match, carrier) if carrier else None
    if inside is not None and not inside.open:
        yield Objection("inside", "XF-FORCE-16", f"{target} is inside a closed vehicle")


def _nearest(match: Match, unit: UnitId, share: Share) -> Iterator[Objection]:
    """XF-TGT-02, XF-G29: the nearest within 12", unless it is in melee with friends."""
    free = [one for one in share.nearest if not _fights_friends(match, unit, one)]
    if free and share.target not in share.nearest:
        text = f"{match.tag(free[0])} is the nearest enemy within 12 inches"
        yield Objection("nearest", "XF-TGT-02", text)


def _fights_friends(match: Match, unit: UnitId, enemy: UnitId) -> bool:
    own = match.side_of(unit)
    return any(match.side_of(one) == own for one in markers.opponents(match, enemy))


def _seen(match: Match, share: Share) -> Iterator[Objection]:
    """XF-TGT-03: a unit between blocks sight unless its Aspect is smaller (XF-G31)."""
    aspect = markers.rank_and_file(match, share.target).aspect
    for enemy in share.behind:
        if not share.high and markers.rank_and_file(match, enemy).aspect >= aspect:
            text = f"{match.tag(enemy)} stands in the way of {match.tag(share.target)}"
            yield Objection("blocked", "XF-TGT-03", text)
