"""The printed tables for each phase, and a figure's equipment (XF-T1 to XF-T19)."""

from __future__ import annotations

from typing import Final

from tracker.procedures.declared.printed_tables import PrintedTable, format_signed
from tracker.procedures.declared.rule_texts import read_printed_tables
from tracker.procedures.match_view import Match
from tracker.rulesets.xenocide.data import rule_tables, unit_profiles
from tracker.rulesets.xenocide.data.rule_tables import INCH
from tracker.vocabulary.subject_ids import FigureId

ATTACKS: Final = ("to hit", "threshold", "added", "sizes", "d3", "damage")
TABLES: Final = {
    "orders": ("orders", "speeds", "changes"),
    "shooting": ATTACKS,
    "opportunity": ATTACKS,
    "movement": ("moves", "ground", "slowed", "to hit", "speeds", "rams", "pushed"),
    "melee": ("melee", "blades", "power", "threshold", "added", "damage"),
    "recovery": ("recovery",),
}
"""The tables that players look up in each phase."""


def list_printed_tables(match: Match, phase: str) -> tuple[PrintedTable, ...]:
    printed = {
        **read_printed_tables("tracker.rulesets.xenocide"),
        "to hit": _build_to_hit_table(match),
        "speeds": _build_speed_table(match),
    }
    return tuple(printed[name] for name in TABLES.get(phase, ()))


def _build_to_hit_table(match: Match) -> PrintedTable:
    long, run = (int(match.option(name)) for name in ("long_range_penalty", "run_fire_penalty"))
    return PrintedTable(
        "to hit, added to Missile skill",
        "XF-T8",
        ("for", "the number"),
        (
            ("Aspect", "the target's"),
            ("point blank", f"{format_signed(rule_tables.POINT_BLANK)} with S −1 or less"),
            ("on the run", format_signed(-run)),
            ("long range", format_signed(-long)),
            ("light cover", format_signed(-rule_tables.COVER["light"])),
            ("heavy cover, fortified cover", format_signed(-rule_tables.COVER["heavy"])),
            ("darkness, smoke", format_signed(rule_tables.DARK)),
            ("suppression", "−1 a marker"),
            ("from within the melee", "as its S says"),
            ("snap shot", format_signed(rule_tables.SNAP)),
            ("in the air", f"{format_signed(rule_tables.LEAPING_SNAP)} more"),
            ("damage", "−1 a marker"),
        ),
        also=("XF-SHOOT-05",),
    )


def _build_speed_table(match: Match) -> PrintedTable:
    """Build the table of speeds under the current house rules (XF-G66, XF-G68, XF-G70)."""
    plus_one = match.option("turn_distance") == "increment_plus_one"
    halted = ", unmoved +1" if match.option("stationary_heavy_mount") else " or less"
    fires = (f"S 0{halted}", "S −1 or less", "nothing")
    at_one = {"end_of_move": "at the end", "none": "nobody", "anywhere": "anywhere"}
    gets_off = ("anywhere", at_one[str(match.option("unload_at_one"))], "nobody")
    return PrintedTable(
        "speed of vehicles",
        "XF-T14",
        ("speed", "goes", "fires", "on and off", "between turns"),
        tuple(
            (
                str(speed),
                ("0 to 1× base", "1 to 2× base", "2 to 3× base")[speed],
                fires[speed],
                gets_off[speed],
                f'{rule_tables.find_distance_between_turns(speed, plus_one=plus_one) // INCH}"',
            )
            for speed in range(3)
        ),
    )


def describe_weapons_and_stats(match: Match, figure: FigureId) -> str:
    """Describe a figure's weapons, skills and armour, or a vehicle's mounted weapons."""
    profile = unit_profiles.get_profile(match, figure)
    mounts = profile.vehicle.mounts if profile.vehicle is not None else ()
    guns = (*(gun.id for gun in profile.guns), *(mount.gun.id for mount in mounts))
    arms = (name.replace("-", " ") for name in (*guns, *(one.id for one in profile.blades)))
    values = {"missile": profile.missile, "melee": profile.melee, "armour": profile.armour}
    return ", ".join([*arms, *(f"{name} {value}" for name, value in values.items() if value)])
