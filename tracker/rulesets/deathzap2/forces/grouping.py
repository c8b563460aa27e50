"""Who may form a unit with whom (DZ-UNIT-01, DZ-UNIT-04)."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from tracker.procedures.view import Match
from tracker.rulesets.deathzap2.data import tables
from tracker.rulesets.deathzap2.data.profiles import BIG, Type
from tracker.vocabulary.events import Scalar


def kind(figure: Type) -> Type:
    """The type for grouping: heavy infantry is infantry in every respect (DZ-G07)."""
    return "infantry" if figure == "heavy-infantry" else figure


def speed(figure: Type, options: Mapping[str, Scalar]) -> int:
    """DZ-T2: the move on a small board, in hundredths of an inch."""
    if figure == "heavy-infantry":
        return int(options["heavy_infantry_move"]) * tables.INCH
    return tables.MOVE[figure]


def may_group(types: Collection[Type], options: Mapping[str, Scalar]) -> bool:
    """Whether figures of these types (one entry a figure) may be one unit (DZ-G08)."""
    if len(types) <= 1:
        return True
    if any(figure in BIG for figure in types):
        return False
    if len({kind(figure) for figure in types}) == 1:
        return True
    return (
        options["grouping"] == "type_or_speed"
        and len({speed(figure, options) for figure in types}) == 1
    )


def may_be_one_unit(match: Match, types: Collection[Type]) -> bool:
    """``may_group`` under the house rules of a match."""
    names = ("grouping", "heavy_infantry_move")
    return may_group(types, {name: match.option(name) for name in names})
