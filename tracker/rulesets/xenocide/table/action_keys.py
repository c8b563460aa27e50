"""The keys of Xenocide (``1r3o51`` gives orders, ``1m7c1`` moves into contact), and unit notes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from tracker.procedures.declared.action_key_types import InterruptKeys, KeyList, Keys
from tracker.procedures.match_view import Match
from tracker.procedures.ruleset import ResourceTally, SubjectNotes
from tracker.rulesets.xenocide.attacks import delayed_losses, weapon_selection
from tracker.rulesets.xenocide.data import markers, unit_profiles
from tracker.rulesets.xenocide.phases import (
    order_counters,
    shooting_and_opportunity_fire,
    turn_sequence,
)
from tracker.vocabulary.subject_ids import Subject, UnitId

LETTERS: Final = {"r": "run", "o": "opp", "d": "standard"}

KEYS: Final = Keys(
    order=">mtcvaxgbw-",
    usual={"shooting": ">", "opportunity": ">", "movement": "m", "melee": "x"},
    flags={
        "l": "light",
        "h": "heavy",
        "o": "open",
        "f": "far",
        "e": "towards",
        "y": "flies",
        "p": "leaps",
        "z": "off",
    },
    shared=frozenset("o"),
    unhurried=frozenset({"movement"}),
    interrupts=InterruptKeys(
        "i", "snaps", shooting_and_opportunity_fire.list_possible_interrupters, amount="in"
    ),
    until_moved=True,
    cannot=turn_sequence.LEFT.explain_cannot_act,
    chained=True,
    lists=dict.fromkeys(
        order_counters.WHEN, KeyList("orders", LETTERS, "speed", unit_profiles.is_vehicle)
    ),
)


def build_unit_notes(match: Match, subject: Subject) -> SubjectNotes:
    unit = UnitId(subject)
    fired = weapon_selection.count_guns_fired(match, unit).items()
    guns = ", ".join(f"{n} {gun.replace('-', ' ')}" for gun, n in fired)
    return SubjectNotes(
        tallies=tuple(_list_unit_tallies(match, unit)),
        told=(markers.SUPPRESSED, markers.HELD_MARKERS, markers.DAMAGE, markers.HELD_DAMAGE),
        more=(f"fired {guns}",) if guns else (),
    )


def _list_unit_tallies(match: Match, unit: UnitId) -> Iterator[ResourceTally]:
    """Yield the number of markers or damage, with its limit (XF-SUPP-08, XF-VEH-13 to 15)."""
    vehicle = unit_profiles.get_vehicle(match, unit)
    if vehicle is None:
        kind, waiting, sign = markers.SUPPRESSED, markers.HELD_MARKERS, "▪"
        left = markers.count_wounds_left_ignoring_delayed(match, unit)
        limit = delayed_losses.find_breaking_marker_count(match, left)
    else:
        kind, waiting, sign = markers.DAMAGE, markers.HELD_DAMAGE, "!"
        limit = vehicle.threshold
        if match.has(unit, markers.DISABLED):
            limit = 2 * limit
    has, more = kind.number(match, unit), waiting.number(match, unit)
    if has or more:
        yield ResourceTally(kind.word, has, limit - has, sign=sign, held=more)
