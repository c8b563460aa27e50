"""Converts rules, rosters, odds and luck to JSON shapes and lines of text."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from exports.shapes import chance_json_types, roster_json_types, rules_json_types
from exports.shapes.game_command_json_types import HouseRuleRowShape, PendingQuestionShape
from exports.shapes.json_base_type import make_shape
from tracker.vocabulary.count_wording import format_count
from tracker.vocabulary.events import Scalar

if TYPE_CHECKING:
    from tracker.application.chances.action_forecast_types import Forecast
    from tracker.application.chances.game_luck import LuckReport, PoolLuck
    from tracker.procedures.declared.rosters_and_mustering import Roster


def format_house_rule(row: HouseRuleRowShape) -> str:
    changed = "" if row.value == row.default else "  (house rule)"
    others = ", ".join(format_scalar(value) for value in row.values if value != row.value)
    return f"{row.name}={format_scalar(row.value)}{changed}  or {others}  {row.rule}  {row.text}"


def format_rule(row: rules_json_types.RuleRowShape) -> str:
    return f"{row.rule:<13} {row.text}"


def list_syntax_lines(shape: rules_json_types.RuleLinesShape) -> list[str]:
    """List the phases with the syntax of their lines. Optional parts are in brackets."""
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


def build_roster_unit_rows(roster: Roster) -> list[roster_json_types.RosterUnitRowShape]:
    return [
        make_shape(
            roster_json_types.RosterUnitRowShape, unit, figures=roster.describe_figures(unit)
        )
        for unit in roster.units
    ]


def list_roster_lines(row: roster_json_types.RosterShape) -> Iterator[str]:
    limit = f"{row.points} of " if row.limit else ""
    points = f", {limit}{format_count(row.limit or row.points, 'point')}"
    cost = points if row.points or limit else ""
    yield f"{row.file}: {row.force}{cost}"
    width = max([18, *(len(unit.name) for unit in row.units)])
    for unit in row.units:
        points = f"{unit.points:>5}" if cost else ""  # not every game has points values
        yield f"  {unit.name:<{width}} {unit.figures:<40} {points}".rstrip()
    for problem in row.problems:
        kind = "" if problem.serious else "note: "
        rule = f" ({problem.rule})" if problem.rule else ""
        yield f"  line {problem.line}: {kind}{problem.text}{rule}"


def build_odds_shape(
    forecast: Forecast, match: str, line_text: str, question: PendingQuestionShape | None = None
) -> chance_json_types.OddsShape:
    return make_shape(
        chance_json_types.OddsShape,
        forecast,
        match=match,
        line=line_text,
        asks=question,
        losses=[
            make_shape(chance_json_types.LossForecastShape, lost, unit=lost.who, standing=lost.of)
            for lost in forecast.losses
        ],
    )


def build_game_luck_shape(match: str, luck: LuckReport) -> chance_json_types.LuckShape:
    return chance_json_types.LuckShape(
        match=match,
        rests_on=luck.rests_on,
        sides=[*map(_build_luck_row, luck.sides)],
        kinds=[*map(_build_luck_row, luck.kinds)],
        units=[*map(_build_luck_row, luck.units)],
        sums=[
            make_shape(chance_json_types.LuckSumShape, row, side=row.side_name, sum=row.total)
            for row in luck.sums
        ],
    )


def _build_luck_row(row: PoolLuck) -> chance_json_types.LuckRowShape:
    return make_shape(
        chance_json_types.LuckRowShape, row.tally, row, side=row.side_name, successes=row.tally.made
    )


def list_odds_lines(row: chance_json_types.OddsShape) -> Iterator[str]:
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
        yield f"  then {after.what}  {format_percent(after.chance)}   (effects not included)"
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
    """Show a progress bar, and yield the function that updates it (None without a terminal)."""
    if not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

    columns = (TextColumn(title), BarColumn(), MofNCompleteColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task(title)
        yield lambda done, total: progress.update(task, completed=done, total=total)
