"""The printed tables for each phase, and a description of a figure's equipment
(XF-T1 to XF-T19).
"""

from __future__ import annotations

from typing import Final

from tracker.procedures.declared.printed_tables import PrintedTable, fill_cells, format_signed
from tracker.procedures.declared.rule_texts import read_printed_tables
from tracker.procedures.match_view import Match
from tracker.rulesets.xenocide.data import rule_tables, unit_profiles
from tracker.rulesets.xenocide.data.rule_tables import INCH
from tracker.vocabulary.subject_ids import FigureId

ATTACKS: Final = ("to_hit", "threshold", "added", "sizes", "d3", "damage")
TABLES: Final = {
    "orders": ("orders", "speeds", "changes"),
    "shooting": ATTACKS,
    "opportunity": ATTACKS,
    "movement": ("moves", "ground", "slowed", "to_hit", "speeds", "rams", "pushed"),
    "melee": ("melee", "blades", "power", "threshold", "added", "damage"),
    "recovery": ("recovery",),
}


def list_printed_tables(match: Match, phase: str) -> tuple[PrintedTable, ...]:
    printed = read_printed_tables("tracker.rulesets.xenocide")
    long, run = (int(match.option(name)) for name in ("long_range_penalty", "run_fire_penalty"))
    to_hit = fill_cells(printed["to_hit"], long=format_signed(-long), run=format_signed(-run))
    every = {**printed, "to_hit": to_hit, "speeds": _fill_speed_table(match, printed["speeds"])}
    return tuple(every[name] for name in TABLES.get(phase, ()))


def _fill_speed_table(match: Match, speeds: PrintedTable) -> PrintedTable:
    """Fill in the house rules on the speed of vehicles (XF-G66, XF-G68, XF-G70)."""
    plus_one = match.option("turn_distance") == "increment_plus_one"
    lengths = (rule_tables.find_distance_between_turns(n, plus_one=plus_one) for n in range(3))
    at_one = {"end_of_move": "at the end", "none": "nobody", "anywhere": "anywhere"}
    return fill_cells(
        speeds,
        halted=", unmoved +1" if match.option("stationary_heavy_mount") else " or less",
        gets_off=at_one[str(match.option("unload_at_one"))],
        turns=[length // INCH for length in lengths],
    )


def describe_weapons_and_stats(match: Match, figure: FigureId) -> str:
    profile = unit_profiles.get_profile(match, figure)
    mounts = profile.vehicle.mounts if profile.vehicle is not None else ()
    guns = (*(gun.id for gun in profile.guns), *(mount.gun.id for mount in mounts))
    arms = (name.replace("-", " ") for name in (*guns, *(one.id for one in profile.blades)))
    values = {"missile": profile.missile, "melee": profile.melee, "armour": profile.armour}
    return ", ".join([*arms, *(f"{name} {value}" for name, value in values.items() if value)])
