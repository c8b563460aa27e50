"""The number to hit by fire, with the parts it is made of (XF-SHOOT-05, XF-T8)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from tracker.procedures.pieces.needs import need
from tracker.procedures.view import Match
from tracker.rulesets.xenocide.data import markers, tables
from tracker.rulesets.xenocide.data.tables import DIE, Cover, Gun
from tracker.vocabulary.dice import Band, Modifier
from tracker.vocabulary.names import UnitId
from tracker.vocabulary.needs import Need

NEAR: Final = "partial hit"
TEN: Final = Band("natural ten", 10, 10, told=True)
ONES: Final = (Band("one", 1, 1),)


class Aim(Struct, frozen=True):
    """How one weapon bears on a target: who works it, and what lies between.

    ``far``: beyond normal range; ``near``: within 6"; ``through``: friends stand between, so that
    tens are told apart (XF-FIRM-01); ``engaged``: from within a melee; ``near_misses`` by 1 or 2
    do something.
    """

    gun: Gun
    skill: int
    capacity: int
    cover: Cover = "open"
    far: bool = False
    near: bool = False
    dark: bool = False
    running: bool = False
    snap: bool = False
    leaping: bool = False
    engaged: bool = False
    through: bool = False
    mounted: bool = False
    near_misses: bool = False

    @property
    def plain(self) -> Aim:
        """The same without what is told apart: for dice that are rolled again at friends."""
        return replace(self, through=False, near_misses=False)

    @property
    def s(self) -> int:
        return tables.s_of(self.gun.size, self.capacity)


def to_hit(match: Match, firer: UnitId, aim: Aim, aspect: int) -> Need:
    """XF-T8: all that apply add up, between 0 and 9; bands for what has to be told apart."""
    number = need(
        *(part for part in _parts(match, firer, aim, aspect) if part.value or part.name == _SKILL),
        limits=tables.TO_HIT,
        less=True,
        die=DIE,
        hit="hit",
        miss="miss",
    )
    return replace(number, special=_told_apart(match, aim, number.number))


_SKILL: Final = "Missile skill"


def _parts(match: Match, firer: UnitId, aim: Aim, aspect: int) -> Iterator[Modifier]:
    yield Modifier("accuracy" if aim.mounted else _SKILL, aim.skill, "XF-SHOOT-05")
    yield Modifier("Aspect", aspect, "XF-FORCE-05")
    yield _cover(match, aim)
    if aim.far:
        yield Modifier("long range", -int(match.option("long_range_penalty")), "XF-WPN-07")
    if aim.dark:
        yield Modifier("darkness or smoke", tables.DARK, "XF-SHOOT-06")
    if aim.running:
        yield Modifier("on the run", -int(match.option("run_fire_penalty")), "XF-ORD-05")
    if aim.engaged:
        yield _in_melee(match, aim)
    elif aim.near and tables.GUNS[aim.s].point_blank:
        yield Modifier("point blank", tables.POINT_BLANK, "XF-WPN-08")
    if aim.snap:
        yield Modifier("snap shot", tables.SNAP, "XF-SNAP-02")
        if aim.leaping:
            yield Modifier("in the air", tables.LEAPING_SNAP, "XF-SPEC-03")
    if aim.mounted:
        yield Modifier("damage", -markers.DAMAGE.number(match, firer), "XF-VEH-13")
    else:
        yield Modifier("suppression", -markers.markers(match, firer), "XF-SUPP-09")


def _cover(match: Match, aim: Aim) -> Modifier:
    """XF-T9; any cover is -1 against what is thrown (XF-THROW-02, XF-G34)."""
    if aim.gun.thrown and aim.cover != "open" and match.option("grenade_cover") == "flat1":
        return Modifier("cover", tables.THROWN_AT_COVER, "XF-THROW-02")
    return Modifier(f"{aim.cover} cover", -tables.COVER[aim.cover], "XF-SETUP-03")


def _in_melee(match: Match, aim: Aim) -> Modifier:
    """XF-T3, XF-G06: point blank for the smallest, a penalty for what is as big as its bearer."""
    too = bool(match.option("engaged_point_blank_s_minus_1"))
    value = tables.engaged_adjustment(aim.s, s_minus_1_too=too) or 0
    return Modifier("from within the melee", value, "XF-FIRM-05")


def _told_apart(match: Match, aim: Aim, number: int) -> tuple[Band, ...]:
    """Ones where only they can hit, misses by 1 or 2 that count, tens that hit a friend."""
    tens = (TEN,) if aim.through else ()
    near: tuple[Band, ...] = ()
    if not number:
        if aim.near_misses:
            near = (Band(NEAR, 2, 2, told=True),)
        return (*ONES, *near, *tens)
    if aim.near_misses:
        ten = bool(match.option("natural_ten_partial")) and not aim.through
        last = min(number + tables.PARTIAL, DIE if ten else DIE - 1)
        near = (Band(NEAR, number + 1, last, told=True),)
    return (*near, *tens)
