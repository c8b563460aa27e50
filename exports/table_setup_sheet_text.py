"""The set-up sheet as text, from which players can set up the table again weeks later."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator

import pendulum

from tracker.application.text_cleaning import clean_text
from tracker.application.typed_lines.table_setup_sheet import SetupSheet, SheetSide, SheetUnit

WIDTH = 74
MICROSECONDS_PER_SECOND = 1_000_000


def render_setup_sheet(sheet: SetupSheet) -> str:
    """Render the sheet as plain text 74 columns wide, with a tick box for every unit."""
    return "\n".join(_list_lines(sheet)).rstrip() + "\n"


def _list_lines(sheet: SetupSheet) -> Iterator[str]:
    yield from _wrap(f"SET-UP SHEET  {clean_text(sheet.title)}")
    where = f"turn {sheet.turn}, {sheet.phase}" if sheet.turn else sheet.phase
    points = " : ".join(str(side.points) for side in sheet.sides)
    yield f"{sheet.rules} · {where} · VP {points}"
    yield f"as it stood after line {sheet.line}, {_format_time(sheet.at)}"
    for side in sheet.sides:
        yield ""
        yield from _list_side_lines(side)
    if sheet.objectives:
        yield ""
        yield from _wrap(f"Objectives: {', '.join(map(clean_text, sheet.objectives))}")
    yield ""
    yield "State of the game"
    for remark in sheet.remarks:
        yield from _wrap(
            f"{clean_text(remark.text) or 'photographed'} ({_format_time(remark.at)})", "  "
        )
    if not sheet.remarks:
        yield "  no note was left"
    if sheet.waiting:
        yield ""
        yield from _wrap(f"Continue with: {clean_text(sheet.waiting)}")


def _list_side_lines(side: SheetSide) -> Iterator[str]:
    heads = (side.name, side.force if side.force != side.name else "", side.player)
    yield from _wrap(" · ".join(clean_text(part) for part in heads if part))
    yield "─" * WIDTH
    for unit in side.units:
        yield from _list_unit_lines(unit)
    if side.gone:
        yield from _wrap(f"gone: {', '.join(map(clean_text, side.gone))}", "    ")


def _list_unit_lines(unit: SheetUnit) -> Iterator[str]:
    name = clean_text(unit.name)
    head = f"[ ] {unit.handle.upper()} {name}: {unit.left} of {unit.started}"
    yield from _wrap("   ".join((head, *map(clean_text, unit.marks))))
    first = unit.groups[0]
    if unit.left == 1 and not first.marks and first.name.casefold() == name.casefold():
        return
    for group in unit.groups:
        marks = f"   {', '.join(map(clean_text, group.marks))}" if group.marks else ""
        yield from _wrap(f"{group.count} × {clean_text(group.name)}{marks}", "      ")


def _wrap(text: str, indent: str = "") -> list[str]:
    return textwrap.wrap(
        text,
        WIDTH,
        initial_indent=indent,
        subsequent_indent=f"{indent}    ",
        break_on_hyphens=False,
    )


def _format_time(timestamp: int) -> str:
    return pendulum.from_timestamp(timestamp / MICROSECONDS_PER_SECOND, tz="local").format(
        "ddd D MMM YYYY, HH:mm"
    )
