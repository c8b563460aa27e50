"""The printed tables for each phase, and a description of a figure's equipment
(DZ-T2 to DZ-T16).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from tracker.procedures.declared.printed_tables import PrintedTable
from tracker.procedures.declared.rule_texts import read_printed_tables
from tracker.procedures.match_view import Match
from tracker.rulesets.deathzap2.data import rule_tables, unit_profiles
from tracker.rulesets.deathzap2.data.profile_types import Gun, MeleeWeapon
from tracker.rulesets.deathzap2.phases import mission_objectives
from tracker.rulesets.deathzap2.phases.impetus_and_order_dice import (
    do_order_dice_have_effects,
    find_order_benefit_for_die,
)
from tracker.vocabulary.subject_ids import FigureId

LEAST_TO_FLEE: Final = 2  # inches per point of the die, on a small board


def list_printed_tables(match: Match, phase: str) -> tuple[PrintedTable, ...]:
    damage = read_printed_tables("tracker.rulesets.deathzap2")["damage"]
    match phase:
        case "setup" if match.option("game") == "advanced":
            return tuple(_list_objective_tables())
        case "orders":
            return tuple(_list_order_tables(match))
        case "move":
            return (_build_move_table(match), *_list_order_tables(match))
        case "shoot":
            return (TO_HIT, THROUGH, SAVES, damage, GUNS)
        case "melee":
            return (MELEE, THROUGH, SAVES, damage, BLOWS)
        case "morale":
            step = LEAST_TO_FLEE * (1 if match.option("board") == "small" else 2)
            fled = tuple(
                (str(die), f'flees {die * step}"', f'flees {die * step}"') for die in (1, 2, 3)
            )
            return (
                PrintedTable(
                    "morale, panicked before this turn",
                    "DZ-T16",
                    ("die", "unit", "lone figure"),
                    (*fled, ("4–6", "rallies", "stays, does not move")),
                ),
            )
        case _:
            return ()


def _format_needs(rows: Mapping[Any, Mapping[Any, int]]) -> tuple[tuple[str, ...], ...]:
    return tuple(
        (name.capitalize(), *(f"{number}+" if number < 6 else "6" for number in row.values()))
        for name, row in rows.items()
    )


def _format_name(name: str) -> str:
    return name.replace("-", " ")


PRIZES: Final = {
    mission_objectives.HOLD: "1 for each board quarter",
    mission_objectives.EXTERMINATION: "1 for 5 casualties, 1 for a vehicle or monster",
    mission_objectives.INTEL: "1 for each counter",
}
"""The points for each objective that is not worth ``PRIZE`` points (DZ-WIN-04 to DZ-WIN-09)."""


def _list_objective_tables() -> Iterator[PrintedTable]:
    for rule, (name, table) in zip(
        ("DZ-T10", "DZ-T11"), mission_objectives.TABLES.items(), strict=True
    ):
        usual = str(mission_objectives.PRIZE)
        rows = (
            (faces, mission_objectives.LABELS[kind], PRIZES.get(kind, usual))
            for faces, kind in zip(("1–2", "3–4", "5–6"), table[::2], strict=True)
        )
        yield PrintedTable(name, rule, ("die", "objective", "points"), tuple(rows))


TO_HIT: Final = PrintedTable(
    "to hit",
    "DZ-T4",
    ("shooter", "open", "soft", "hard"),
    (*_format_needs(rule_tables.HIT), ("panicked", "6", "6", "6")),
    whole=("DZ-SHOOT-06",),
)
THROUGH: Final = PrintedTable(
    "through", "DZ-T5", ("weapon", "light", "medium", "heavy"), _format_needs(rule_tables.THROUGH)
)
SAVES: Final = PrintedTable(
    "save",
    "DZ-T6",
    ("quality", "infantry, beast", "light vehicle, big beast", "vehicle, monster"),
    _format_needs(rule_tables.SAVE),
)
MELEE: Final = PrintedTable(
    "to hit in melee",
    "DZ-T8",
    ("who / whom", "Basic", "Regular", "Elite"),
    (*_format_needs(rule_tables.MELEE_HIT), ("panicked", "6", "6", "6")),
    whole=("DZ-G37",),
)
GUNS: Final = PrintedTable(
    "guns",
    "DZ-T3",
    ("gun", "shots", "range"),
    tuple(
        (_format_name(kind), str(gun.shots), f'{gun.range // rule_tables.INCH}"')
        for kind, gun in rule_tables.GUNS.items()
    ),
)
BLOWS: Final = PrintedTable(
    "attacks of a figure",
    "DZ-T7",
    ("weapon", "attacks"),
    tuple(
        (_format_name(kind), str(one.attacks)) for kind, one in rule_tables.MELEE_WEAPONS.items()
    ),
)


def _build_move_table(match: Match) -> PrintedTable:
    """Build the table of moves. A house rule can slow heavy infantry (DZ-G07)."""
    speeds = {
        kind: rule_tables.find_base_speed(kind, match.option) // rule_tables.INCH
        for kind in rule_tables.TYPES
    }
    rows = tuple(
        (_format_name(kind), f'{inches}"', f'{2 * inches}"') for kind, inches in speeds.items()
    )
    return PrintedTable("move", "DZ-T2", ("figure", "2 by 2 feet", "larger board"), rows)


def _list_order_tables(match: Match) -> Iterator[PrintedTable]:
    if do_order_dice_have_effects(match):
        rows = tuple(
            (str(die), find_order_benefit_for_die(match, die).text or "nothing")
            for die in range(1, 7)
        )
        yield PrintedTable("orders", "DZ-T17", ("die", "this turn"), rows)


def describe_weapons_quality_and_shields(match: Match, figure: FigureId) -> str:
    """Describe a figure's working guns, special melee weapons, quality and shields."""
    profile, lost = unit_profiles.get_profile(match, figure), match.figure(figure).lost
    arms = [_format_weapon(gun) for gun in profile.guns if gun.id not in lost]
    arms += [
        _format_weapon(one) for one in profile.melee if (one.kind, one.grade) != ("basic", "basic")
    ]
    return ", ".join([*arms, profile.quality, f"{profile.shields} shields"])


def _format_weapon(arm: Gun | MeleeWeapon) -> str:
    kind = "melee weapon" if arm.kind == "basic" else arm.kind.replace("-", " ")
    return kind if arm.grade == "basic" else f"{arm.grade} {kind}"
