"""The printed tables of a phase, and a figure's equipment (CZ-T2 to CZ-T23)."""

from __future__ import annotations

from typing import Final, get_args

from tracker.procedures.declared.printed_tables import PrintedTable, format_signed
from tracker.procedures.match_view import Match
from tracker.procedures.pieces.needed_numbers import compute_need
from tracker.rulesets.combat_zone.data import markers, rule_tables
from tracker.rulesets.combat_zone.data.rule_tables import (
    Blade,
    find_melee_outcome,
    find_shot_outcome,
)
from tracker.vocabulary.dice import Modifier
from tracker.vocabulary.subject_ids import FigureId


def list_printed_tables(match: Match, phase: str) -> tuple[PrintedTable, ...]:
    del match
    match phase:
        case "compulsory" | "reaction":
            return (REACTIONS, TEST)
        case "initiative":
            return (INITIATIVE,)
        case "actions":
            return (TO_HIT, FACES, WOUNDS, COVER, ARMOUR, COSTS, GUNS, ATTACK, BLOWS, DAMAGE)
        case _:
            return ()


def _format_name(name: str) -> str:
    return name.replace("-", " ")


def _format_dice(dice: tuple[int, ...]) -> str:
    return " + ".join(f"{dice.count(size)}D{size}" for size in dict.fromkeys(dice))


def _make_cost_row(what: str, *points: int) -> tuple[str, str, str]:
    """Make a row with the points for a small arm and for a heavy weapon, merged if equal."""
    return what, str(points[0]), str(points[-1])


REACTIONS: Final = PrintedTable(
    "reaction test, 2D6",
    "CZ-T7",
    ("total", "the figure"),
    (
        (f"{rule_tables.STEADY} or more", "is steady again"),
        (f"{rule_tables.PANIC} to {rule_tables.STEADY - 1}", "panics"),
        (f"{rule_tables.PANIC - 1} or less", "routs"),
    ),
)
TEST: Final = PrintedTable(
    "added to the test",
    "CZ-T8",
    ("for", "2D6"),
    (
        *(
            (f"{_format_name(name)} figure", format_signed(v))
            for name, v in rule_tables.QUALITY.items()
        ),
        ("last of its group", format_signed(rule_tables.LAST_MEMBER)),
        ("under half alive", format_signed(rule_tables.UNDER_HALF)),
        ("already routing", format_signed(rule_tables.ALREADY_ROUTING)),
        ("in close combat", format_signed(rule_tables.FIGHTING)),
        ("touches a leader", format_signed(rule_tables.TOUCHING_LEADER)),
        ("Sub-leader", format_signed(rule_tables.IS_SUB_LEADER)),
        ("Leader", format_signed(rule_tables.IS_LEADER)),
    ),
)
INITIATIVE: Final = PrintedTable(
    "initiative",
    "CZ-T9",
    ("for each", "adds"),
    (
        ("group in coherency", f"D{rule_tables.COHERENT_DIE}"),
        ("group out of coherency", f"D{rule_tables.SCATTERED_DIE}"),
        ("steady Hero", f"D{rule_tables.HERO_DIE}"),
        ("steady Leader", format_signed(rule_tables.LEADER_BONUS)),
        ("steady Sub-leader", format_signed(rule_tables.SUB_LEADER_BONUS)),
    ),
)
TO_HIT: Final = PrintedTable(
    "added to hit",
    "CZ-T11",
    ("for", "each die"),
    (
        *(
            (_format_name(name), format_signed(value))
            for name, value in rule_tables.QUALITY.items()
        ),
        ("point blank", format_signed(rule_tables.BAND_HIT["point-blank"])),
        ("short", format_signed(rule_tables.BAND_HIT["short"])),
        ("long", format_signed(rule_tables.BAND_HIT["long"])),
        ("target down", format_signed(rule_tables.DOWN)),
        ("panic", format_signed(rule_tables.PANICKING_SHOT)),
        ("aimed", format_signed(rule_tables.AIMED)),
    ),
)
FACES: Final = PrintedTable(
    "face needed",
    "CZ-T12",
    ("added in all", "face"),
    tuple(
        (
            text,
            compute_need(
                Modifier("", value), limits=rule_tables.FACES, base=rule_tables.HIT
            ).format_range(1, 6),
        )
        for text, value in (("0 or less", 0), ("+1", 1), ("+2", 2), ("+3", 3), ("+4 or more", 4))
    ),
)
WOUNDS: Final = PrintedTable(
    "wound",
    "CZ-T15",
    ("against toughness", "shot", "close combat"),
    tuple(
        (text, find_shot_outcome(10 - below, 10), find_melee_outcome(10 - below, 10))
        for text, below in (("reached", 0), ("1 or 2 below", 1), ("3 below", 3), ("4 below", 4))
    ),
)
COVER: Final = PrintedTable(
    "cover",
    "CZ-SHOOT-13",
    ("cover", "wound"),
    tuple(
        (f"{_format_name(name)} cover", format_signed(v))
        for name, v in rule_tables.COVER.items()
        if v
    ),
)
ARMOUR: Final = PrintedTable(
    "armour",
    "CZ-FORCE-06",
    ("armour", "wound"),
    tuple(
        (_format_name(name), format_signed(value))
        for name, value in rule_tables.ARMOUR.items()
        if value
    ),
)
COSTS: Final = PrintedTable(
    "action points",
    "CZ-T4",
    ("for", "small arm", "heavy weapon"),
    (
        _make_cost_row("a step of 5 cm", rule_tables.STEP_POINTS),
        _make_cost_row("a step in difficult terrain", rule_tables.ROUGH_STEP_POINTS),
        _make_cost_row("one shot", *rule_tables.SHOT_POINTS.values()),
        _make_cost_row("a burst", *rule_tables.BURST_POINTS.values()),
        _make_cost_row("an aimed shot", rule_tables.AIMED_POINTS),
        _make_cost_row("opportunity fire", rule_tables.OPPORTUNITY_POINTS),
        _make_cost_row("starting close combat", rule_tables.CONTACT_POINTS),
        _make_cost_row("an obstacle", rule_tables.OBSTACLE_POINTS),
        _make_cost_row("door, item, dropping down", rule_tables.DOOR_POINTS),
    ),
)
GUNS: Final = PrintedTable(
    "guns, cm",
    "CZ-T16",
    ("gun", "shots", "wound", "point", "short", "long"),
    tuple(
        (
            _format_name(name),
            str(gun.shots),
            _format_dice(gun.damage),
            *(str(limit // rule_tables.CM) for limit in (gun.point, gun.short, gun.long)),
        )
        for name, gun in rule_tables.WEAPONS.items()
    ),
)
ATTACK: Final = PrintedTable(
    "close combat",
    "CZ-T17",
    ("figure", "attack", "wound"),
    (
        *(
            (_format_name(kind), _format_dice(dice), _format_dice(rule_tables.WOUND_DICE[kind]))
            for kind, dice in rule_tables.ATTACK_DICE.items()
        ),
        ("starts the combat", f"+D{rule_tables.INITIATOR_DIE}", ""),
        ("each opponent after the first", f"+D{rule_tables.CROWD_DIE}", ""),
    ),
)
BLOWS: Final = PrintedTable(
    "hand weapons",
    "CZ-T18",
    ("weapon", "attack", "wound"),
    (
        *(
            (_format_name(name), f"+D{weapon.die}", format_signed(weapon.wound))
            for name, weapon in rule_tables.HAND_WEAPONS.items()
        ),
        ("panic", format_signed(rule_tables.PANICKING_ATTACK), ""),
    ),
)
DAMAGE: Final = PrintedTable(
    "damage to a machine",
    "CZ-T21",
    ("over toughness", "level"),
    (
        (f"{rule_tables.MINOR_FROM} to {rule_tables.MAJOR_FROM - 1}", "minor"),
        (f"{rule_tables.MAJOR_FROM} or {rule_tables.CRITICAL_FROM - 1}", "major"),
        (f"{rule_tables.CRITICAL_FROM} or more", "critical"),
    ),
)


def describe_quality_and_melee_weapons(match: Match, figure: FigureId) -> str:
    """Describe a figure's quality (or a machine's toughness), armour and hand weapons."""
    profile = markers.get_profile(match, figure)
    machine = profile.machine
    words = [profile.quality if machine is None else f"toughness {machine.toughness}"]
    words += [profile.armour] if profile.armour != "none" else []
    words += [weapon for weapon in profile.weapons if weapon in get_args(Blade)]
    return ", ".join(word.replace("-", " ") for word in words)
