"""The printed tables for each phase, and a model's equipment (TA-T1 to TA-T13)."""

from __future__ import annotations

from typing import Final

from tracker.procedures.declared.printed_tables import PrintedTable, fill_cells
from tracker.procedures.declared.rule_texts import read_printed_tables
from tracker.procedures.match_view import Match
from tracker.rulesets.trial_assault.data import markers, rule_tables
from tracker.rulesets.trial_assault.data.rule_tables import find_number_to_hit, find_number_to_wound
from tracker.vocabulary.subject_ids import FigureId

VALUES: Final = range(1, rule_tables.MAX_VALUE + 1)


TABLES: Final = {
    "movement": ("permission", "tests", "dice", "distances"),
    "shooting": ("permission", "tests", "dice", "distances"),
    "charge": ("permission", "terrain", "grenades", "steps", "distances"),
    "fight": (
        *("to hit", "to wound", "attacks", "steps", "weapons", "values", "leadership"),
        *("tests", "dice", "vehicles", "penetration"),
    ),
    "pile": ("distances",),
}


def list_printed_tables(match: Match, phase: str) -> tuple[PrintedTable, ...]:
    printed = read_printed_tables("tracker.rulesets.trial_assault")
    fast = "twice that" if match.option("fast_terrain") == "double_die" else "the same"  # TA-G39
    whole = match.option("majority_basis") == "unit"  # TA-G22
    among = "most of the unit" if whole else "most in reach"
    every = {
        **printed,
        "terrain": fill_cells(printed["terrain"], fast=fast),
        "to hit": TO_HIT,
        "to wound": TO_WOUND,
        "values": fill_cells(printed["values"], among=among),
        "leadership": _build_leadership_table(match),
    }
    return tuple(every[name] for name in TABLES.get(phase, ()))


def _format_number(found: int | None) -> str:
    return f"{found}+" if found else "–"


def _build_leadership_table(match: Match) -> PrintedTable:
    """Build the table of Leadership modifiers under the current house rules (TA-T11, TA-G04)."""
    rows = [("below half strength", "−1")] if match.option("half_strength") else []
    counted = match.option("outnumbered")
    if counted != "off":
        rows.append(("outnumbered", "−1"))
    if counted == "ratio":
        rows.extend((f"outnumbered {more}:1", f"−{more}") for more in (2, 3))
        rows.append(("outnumbered 4:1", "−4 at most"))
    return PrintedTable(
        "Leadership after a lost combat",
        "TA-T11",
        ("for", "Leadership"),
        tuple(rows),
        also=("TA-G04",),
    )


TO_HIT: Final = PrintedTable(
    "to hit",
    "TA-T1",
    ("", *(f"v {target}" for target in VALUES)),
    tuple(
        (f"WS {own}", *(_format_number(find_number_to_hit(own, their)) for their in VALUES))
        for own in VALUES
    ),
)
TO_WOUND: Final = PrintedTable(
    "to wound",
    "TA-T2",
    ("", *(f"T {tough}" for tough in VALUES)),
    tuple(
        (f"S {s}", *(_format_number(find_number_to_wound(s, tough)) for tough in VALUES))
        for s in VALUES
    ),
)


def describe_weapons_and_stats(match: Match, figure: FigureId) -> str:
    profile = markers.get_profile(match, figure)
    words = [weapon.name.replace("-", " ") for weapon in profile.weapons]
    armour = profile.vehicle
    words += [f"WS{profile.ws}", f"S{profile.s}"] if armour is None or armour.walker else []
    if armour is not None:
        words.append(f"armour {armour.front}/{armour.side}/{armour.rear}")
    else:
        words.append(f"T{profile.t}")
        words += [f"save {profile.sv}+"] if profile.sv else []
    return ", ".join(words)
