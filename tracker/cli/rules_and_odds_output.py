"""Converts the JSON shapes of rules and odds to lines of text."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from exports.shapes.command_output_json_types import (
    OddsShape,
    RosterShape,
    RuleLinesShape,
    RuleRowShape,
)
from exports.shapes.game_json_types import OptionRowShape
from tracker.vocabulary.events import Scalar


def format_house_rule(row: OptionRowShape) -> str:
    changed = "" if row.value == row.default else "  (house rule)"
    others = ", ".join(format_scalar(value) for value in row.values if value != row.value)
    return f"{row.name}={format_scalar(row.value)}{changed}  or {others}  {row.rule}  {row.text}"


def format_rule(row: RuleRowShape) -> str:
    return f"{row.rule:<13} {row.text}"


def list_syntax_lines(shape: RuleLinesShape) -> list[str]:
    """List the phases with their lines. Optional parts are in brackets."""
    told = []
    for phase in shape.phases:
        told.append(phase.phase)
        for line in phase.lines:
            also = f"   (also: {', '.join(line.also)})" if line.also else ""
            told.append(f"  {line.typed}{also}")
    return told


def format_scalar(value: Scalar) -> str:
    """Format a value as people type it. Booleans become yes and no."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)


def list_roster_lines(row: RosterShape) -> Iterator[str]:
    limit = f" of {row.limit}" if row.limit else ""
    cost = f", {row.points}{limit} points" if row.points or limit else ""
    yield f"{row.file}: {row.force}{cost}"
    for unit in row.units:
        points = f"{unit.points:>5}" if cost else ""  # not every game has points values
        yield f"  {unit.name:<18} {unit.figures:<40} {points}".rstrip()
    for problem in row.problems:
        kind = "" if problem.serious else "note: "
        rule = f" ({problem.rule})" if problem.rule else ""
        yield f"  line {problem.line}: {kind}{problem.text}{rule}"


def list_odds_lines(row: OddsShape) -> Iterator[str]:
    how = "exact" if row.exact else f"{row.runs} trials, each chance within {row.off_by:.1%}"
    yield f"{row.line}  ({how})"
    for lost in row.losses:
        who = f"{lost.unit.upper()} {lost.name}".strip()
        if lost.standing == 1:
            yield f"  {who}: out of action  {format_percent(lost.expected)}"
            continue
        chances = "   ".join(f"{one.n} {format_percent(one.chance)}" for one in lost.chances)
        yield f"  {who}: lost {chances}   expected {lost.expected:.1f}"
    for mark in row.marks:
        yield f"  {mark.what}  {format_percent(mark.chance)}"
    for ways in row.ways:
        yield (
            f"  {ways.what} "
            f" {'   '.join(f'{w.what} {format_percent(w.chance)}' for w in ways.chances)}"
        )
    for count in (*row.counts, *row.rolled):
        chances = "   ".join(f"{one.n} {format_percent(one.chance)}" for one in count.chances)
        yield f"  {count.what}  {chances}   expected {count.expected:.1f}"
    for after in row.aftermaths:
        yield f"  then {after.what}  {format_percent(after.chance)}"
    if not (row.losses or row.counts or row.marks or row.aftermaths or row.rolled or row.ways):
        yield "  nothing depends on dice"
    for assumed in row.assumptions:
        yield f"  assuming {assumed}"


def format_percent(chance: float) -> str:
    """Format a chance, as in ``15%`` or ``0.4%``. Only certainties become 0% and 100%."""
    if 0 < chance < 0.01 or 0.99 < chance < 1:
        text = f"{chance:.1%}"
        return {"0.0%": "<0.1%", "100.0%": ">99.9%"}.get(text, text)
    return f"{chance:.0%}"


@contextmanager
def show_progress_bar(title: str) -> Iterator[Callable[[int, int], None] | None]:
    """Show a progress bar, and yield a function that receives the number done and the total."""
    if not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

    columns = (TextColumn(title), BarColumn(), MofNCompleteColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task(title)
        yield lambda done, total: progress.update(task, completed=done, total=total)
