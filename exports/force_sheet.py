"""The unit cards of a force as text, with the values and equipment of every unit."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator

from exports.shapes.command_output_json_types import ForceSheetShape, UnitSheetShape
from tracker.application.text_cleaning import strip_control_characters
from tracker.procedures.declared.ruleset_forces import Roster
from tracker.procedures.ruleset import Ruleset
from tracker.vocabulary.count_wording import format_count

WIDTH = 74


def build_force_sheet(rules: Ruleset, roster: Roster) -> ForceSheetShape:
    """Build the sheet of a playable roster in the terms of its rules."""
    assert rules.forces is not None
    parts = (
        rules.title,
        roster.player,
        format_count(roster.points, "point") if roster.points else "",
    )
    return ForceSheetShape(
        title=strip_control_characters(roster.name),
        about=" · ".join(strip_control_characters(part) for part in parts if part),
        units=[
            UnitSheetShape(
                name=strip_control_characters(unit.name),
                figures=strip_control_characters(unit.summary),
                kinds=unit.kinds,
                points=unit.points,
                named=", ".join(
                    f"{strip_control_characters(figure.name)} ({figure.profile})"
                    for figure in unit.figures
                    if figure.name
                ),
                lines=[
                    strip_control_characters(line)
                    for line in rules.forces.sheet(unit, roster.profiles)
                ],
            )
            for unit in roster.units
        ],
    )


def render_force_sheet_text(sheet: ForceSheetShape) -> str:
    """Render the sheet as plain text 74 columns wide, with a tick box for every unit."""
    return "\n".join(_list_lines(sheet)) + "\n"


def _list_lines(sheet: ForceSheetShape) -> Iterator[str]:
    yield from _wrap(sheet.title.upper())
    yield from _wrap(sheet.about)
    for unit in sheet.units:
        yield "─" * WIDTH
        points = f"   {format_count(unit.points, 'point')}" if unit.points else ""
        yield from _wrap(f"[ ] {unit.name}: {unit.figures}{points}")
        for line in (unit.named, *unit.lines):
            yield from _wrap(line, "    ")


def _wrap(text: str, indent: str = "") -> list[str]:
    return textwrap.wrap(
        text, WIDTH, initial_indent=indent, subsequent_indent=f"{indent}  ", break_on_hyphens=False
    )
