"""The set-up sheet as text, from which a table can be set up again weeks later."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator

import pendulum

from tracker.application.lines.resume_setup_sheet import SetupSheet, SheetSide, SheetUnit
from tracker.application.text_cleaning import clean_text

WIDTH = 74
MICROSECONDS = 1_000_000


def render_setup_sheet(standing: SetupSheet) -> str:
    """Render the sheet as plain text 74 columns wide, with a tick box for every unit."""
    return "\n".join(_lines(standing)).rstrip() + "\n"


def _lines(standing: SetupSheet) -> Iterator[str]:
    yield from _wrapped(f"SET-UP SHEET  {clean_text(standing.title)}")
    where = f"turn {standing.turn}, {standing.phase}" if standing.turn else standing.phase
    points = " : ".join(str(side.points) for side in standing.sides)
    yield f"{standing.rules} · {where} · VP {points}"
    yield f"as it stood after line {standing.line}, {_time(standing.at)}"
    for side in standing.sides:
        yield ""
        yield from _side(side)
    if standing.objectives:
        yield ""
        yield from _wrapped(f"Objectives: {', '.join(map(clean_text, standing.objectives))}")
    yield ""
    yield "Where things stood"
    for remark in standing.remarks:
        yield from _wrapped(
            f"{clean_text(remark.text) or 'photographed'} ({_time(remark.at)})", "  "
        )
    if not standing.remarks:
        yield "  no note was left"
    if standing.waiting:
        yield ""
        yield from _wrapped(f"Continue with: {clean_text(standing.waiting)}")


def _side(side: SheetSide) -> Iterator[str]:
    heads = (side.name, side.force if side.force != side.name else "", side.player)
    yield from _wrapped(" · ".join(clean_text(part) for part in heads if part))
    yield "─" * WIDTH
    for unit in side.units:
        yield from _unit(unit)
    if side.gone:
        yield from _wrapped(f"gone: {', '.join(map(clean_text, side.gone))}", "    ")


def _unit(unit: SheetUnit) -> Iterator[str]:
    name = clean_text(unit.name)
    head = f"[ ] {unit.handle.upper()} {name}: {unit.left} of {unit.started}"
    yield from _wrapped("   ".join((head, *map(clean_text, unit.marks))))
    one = unit.groups[0]
    if unit.left == 1 and not one.marks and one.name.casefold() == name.casefold():
        return
    for group in unit.groups:
        marks = f"   {', '.join(map(clean_text, group.marks))}" if group.marks else ""
        yield from _wrapped(f"{group.count} × {clean_text(group.name)}{marks}", "      ")


def _wrapped(text: str, before: str = "") -> list[str]:
    return textwrap.wrap(
        text,
        WIDTH,
        initial_indent=before,
        subsequent_indent=f"{before}    ",
        break_on_hyphens=False,
    )


def _time(at: int) -> str:
    return pendulum.from_timestamp(at / MICROSECONDS, tz="local").format("ddd D MMM YYYY, HH:mm")
