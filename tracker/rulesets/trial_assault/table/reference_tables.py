"""The printed tables for each phase, and a description of a model's equipment (TA-T1 to TA-T13)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from msgspec.structs import replace

from tracker.procedures.declared.printed_tables import PrintedTable, fill_cells
from tracker.procedures.declared.rule_texts import read_printed_tables
from tracker.procedures.match_view import Match
from tracker.rulesets.trial_assault.data import rule_tables, unit_profiles
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
        "leadership": _keep_rows_in_force(match, printed["leadership"]),
    }
    return tuple(every[name] for name in TABLES.get(phase, ()))


def _keep_rows_in_force(match: Match, leadership: PrintedTable) -> PrintedTable:
    """Keep only the rows that apply under the current house rules (TA-G04)."""
    half, *outnumbered = leadership.rows
    counted = {"off": 0, "flat": 1, "ratio": len(outnumbered)}[str(match.option("outnumbered"))]
    rows = (half, *outnumbered[:counted])
    return replace(leadership, rows=rows if match.option("half_strength") else rows[1:])


def _make_needed_number_table(
    title: str, rule: str, row: str, column: str, find_number: Callable[[int, int], int | None]
) -> PrintedTable:
    """Make a table of needed numbers, such as ``3+``, for each pair of row and column values."""

    def format_cell(own: int, their: int) -> str:
        number = find_number(own, their)
        return f"{number}+" if number else "–"

    head = ("", *(f"{column} {value}" for value in VALUES))
    rows = ((f"{row} {own}", *(format_cell(own, their) for their in VALUES)) for own in VALUES)
    return PrintedTable(title, rule, head, tuple(rows))


TO_HIT: Final = _make_needed_number_table(
    "to hit", "TA-T1", "WS", "v", rule_tables.find_number_to_hit
)
TO_WOUND: Final = _make_needed_number_table(
    "to wound", "TA-T2", "S", "T", rule_tables.find_number_to_wound
)


def describe_weapons_and_stats(match: Match, figure: FigureId) -> str:
    profile = unit_profiles.get_profile(match, figure)
    words = [weapon.name.replace("-", " ") for weapon in profile.weapons]
    armour = profile.vehicle
    words += [f"WS{profile.ws}", f"S{profile.s}"] if armour is None or armour.walker else []
    if armour is not None:
        words.append(f"armour {armour.front}/{armour.side}/{armour.rear}")
    else:
        words.append(f"T{profile.t}")
        words += [f"save {profile.sv}+"] if profile.sv else []
    return ", ".join(words)
