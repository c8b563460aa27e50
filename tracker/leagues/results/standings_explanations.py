"""Explains sums and places in the standings, as in ``points 3+3+0+3 = 9``."""

from __future__ import annotations

from collections.abc import Mapping

from tracker.leagues.results.points_breakdown import (
    StandingsNeighbour,
    SumBreakdown,
    SumContribution,
)
from tracker.leagues.results.standings import Criterion
from tracker.leagues.results.standings_input_types import ExactNumber, PlayerId, ResultKind
from tracker.leagues.results.tie_break_calculator import OWN_POINTS
from tracker.leagues.results.tie_break_rules import NAMED, TieBreakSource

BYE_WORDS: Mapping[ResultKind, str] = {
    "bye": "bye",
    "half bye": "a half bye",
    "zero bye": "a bye without points",
}


def describe_bye_kind(kind: ResultKind) -> str:
    return "the bye" if kind == "bye" else BYE_WORDS[kind]


def format_requested_bye_suffix(kind: ResultKind, prefix: str = ", ") -> str:
    """Describe the bye for a missed round, as in ``, a half bye``. Return "" for a zero bye."""
    return "" if kind == "zero bye" else f"{prefix}{BYE_WORDS[kind]}"


PlayerNames = Mapping[PlayerId, str]


def format_criterion_value(name: Criterion, value: ExactNumber) -> str:
    """Format a value: with a sign for VP difference, and with two decimals for schedules."""
    if name == "VP difference":
        return f"+{value.short}" if value.over > 0 else value.short
    if name in {"schedule", "extended schedule"}:
        return value.two_decimals
    return value.short


def format_sum_breakdown(total: SumBreakdown, names: PlayerNames) -> str:
    """Format a sum in one line such as ``points 3+3+0+3 = 9``. Ignored parts are in brackets."""
    if total.adds in NAMED:
        return _format_by_opponent(total, names)
    label = "VP±" if total.name == "VP difference" else total.name
    if total.adds == "lots":
        return f"lots: drawn {total.value.short}"
    parts = [_format_part(part) for part in total.parts] or ["0"]
    joined = parts[0] + "".join(part if part[0] == "−" else f"+{part}" for part in parts[1:])
    return f"{label} {joined} = {format_criterion_value(total.name, total.value)}"


def explain_place_beside_neighbour(neighbour: StandingsNeighbour, names: PlayerNames) -> str:
    """Explain the player's place relative to a neighbour: ``above Gwen by VP±, +17 to +10``."""
    where = "below" if neighbour.side == "above" else "above"
    who = names[neighbour.player]
    if neighbour.by is None or neighbour.mine is None or neighbour.theirs is None:
        return f"level with {who}: draw lots"
    label = "VP±" if neighbour.by == "VP difference" else neighbour.by
    by, values = neighbour.by, (neighbour.mine, neighbour.theirs)
    mine, theirs = (format_criterion_value(by, value) for value in values)
    return f"{where} {who} by {label}, {mine} to {theirs}"


def _format_part(part: SumContribution) -> str:
    number, share = part.number.short, part.share
    if not part.counts:
        return f"({number})"
    return number if share == ExactNumber(1) else f"{number}×{(share.fraction * 100).numerator}%"


def _format_by_opponent(total: SumBreakdown, names: PlayerNames) -> str:
    named = (_format_named_part(total.adds, part, names) for part in total.parts)
    parts = " + ".join(named) or "nobody met"
    if total.divided_by > 1:
        parts = f"({parts}) / {total.divided_by}"
    return f"{total.name}: {parts} = {format_criterion_value(total.name, total.value)}"


def _format_named_part(
    adds: TieBreakSource | None, part: SumContribution, names: PlayerNames
) -> str:
    who = (
        "not played" if part.note == OWN_POINTS else names.get(part.opponent or PlayerId(""), "bye")
    )
    number = part.number.short
    if adds == "opponents' points a game":
        number = f"{number}/{part.per}"
    elif part.per != 1:
        number = ExactNumber(part.number.over, part.per * part.number.under).two_decimals
    if part.share != ExactNumber(1):
        number += {ExactNumber(1, 2): "×½", ExactNumber(0): "×0"}[part.share]
    text = f"{who} {number}"
    return text if part.counts else f"({text} {part.note})"
