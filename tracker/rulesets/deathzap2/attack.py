"""The attack chain that shooting, melee and blasts share: hits, through, saves, casualties.

The dice of one step are rolled before the next step begins (DZ-SHOOT-05). Hits are dealt to
*classes* of figures with the same type, quality and shields; only mixed units are asked about.
"""

from __future__ import annotations

from msgspec import Struct

from tracker.procedures.requests import Asking, check, sub, then_pure
from tracker.procedures.view import Match
from tracker.rulesets.deathzap2 import markers, tables
from tracker.rulesets.deathzap2.profiles import Grade, Profile
from tracker.vocabulary.dice import Modifier
from tracker.vocabulary.events import MarkerSet
from tracker.vocabulary.names import FigureId, SideId, Subject, UnitId


class Pool(Struct, frozen=True):
    """Dice that hit on the same number with weapons of the same grade."""

    dice: int
    need: int
    grade: Grade
    modifiers: tuple[Modifier, ...] = ()


def unsaved(dice: int, to_hit: int, to_penetrate: int, to_save: int) -> Asking[int]:
    """Hits, through and saves of one pool at one class of figures: the failed saves."""
    hits = yield from check("to hit", dice, to_hit, role="attacker", rule="DZ-SHOOT-05")
    return then_pure(through, hits, to_penetrate, to_save)


def through(hits: int, to_penetrate: int, to_save: int) -> Asking[int]:
    """DZ-SHOOT-08: one die a hit."""
    holes = yield from check("through", hits, to_penetrate, role="attacker", rule="DZ-SHOOT-08")
    return then_pure(saves, holes, to_save)


def saves(holes: int, to_save: int) -> Asking[int]:
    """DZ-SHOOT-09: one die for each that came through; returns the failures."""
    saved = yield from check("save", holes, to_save, role="defender", rule="DZ-SHOOT-09")
    return holes - saved


def attack(
    match: Match, side: SideId, attacker: Subject, target: UnitId, pool: Pool
) -> Asking[None]:
    """One pool at a unit of like figures."""
    figures = markers.standing(match, target)
    if not figures:
        return
    victim = markers.profile(match, figures[0])
    failed = yield from sub(
        {
            "attacker": (side, attacker, target),
            "defender": (match.side_of(target), target, attacker),
        },
        unsaved,
        pool.dice,
        pool.need,
        tables.THROUGH[pool.grade][victim.shields],
        save_number(victim),
    )
    casualties(match, target, figures, failed, "fire", attacker)


def save_number(victim: Profile) -> int:
    """DZ-T6: the number a figure saves on."""
    return tables.SAVE[victim.quality][tables.SAVE_COLUMN[victim.type]]


def casualties(
    match: Match,
    target: UnitId,
    figures: tuple[FigureId, ...],
    failed: int,
    cause: str,
    by: Subject,
) -> None:
    """DZ-SHOOT-10: each failed save is a casualty, no more than there are figures."""
    falls = figures[len(figures) - min(failed, len(figures)) :]
    if falls:
        tally = markers.killed_this_phase(match, target) + len(falls)
        match.record(
            MarkerSet(subjects=falls, marker=markers.TO_REMOVE, value=cause, by=by),
            MarkerSet(subjects=(target,), marker=markers.KILLED, value=tally, until="phase"),
        )
