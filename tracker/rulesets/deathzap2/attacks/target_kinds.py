"""The kinds of standing figures in a target. Figures of one kind are hit alike.

Figures of one kind share type, quality and shields (DZ-G67). If ``mixed_defence`` is "majority",
all figures of a unit count as one kind, with the values of the majority.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import TypeVar

from msgspec import Struct

from tracker.procedures.match_view import Match, group_equal_figures
from tracker.rulesets.deathzap2.attacks.numbers_to_hit_and_save import (
    find_need_to_penetrate,
    find_need_to_save,
)
from tracker.rulesets.deathzap2.data import markers, rule_tables
from tracker.rulesets.deathzap2.data.rule_tables import BIG, Grade, Profile, Quality, Shields, Type
from tracker.vocabulary.dice_needs import Need
from tracker.vocabulary.subject_ids import FigureId, Subject, UnitId

QUALITIES: tuple[Quality, ...] = ("basic", "regular", "elite")
SHIELDS: tuple[Shields, ...] = ("light", "medium", "heavy")
TYPES: tuple[Type, ...] = tuple(rule_tables.TYPE_COST)

T = TypeVar("T")


class TargetKind(Struct, frozen=True):
    """Figures of a unit that are hit alike. ``id`` is unique within the unit."""

    id: str
    text: str
    size: int
    type: Type
    quality: Quality
    shields: Shields


class TargetDefence(Struct, frozen=True):
    """The needs for one kind of figure: to penetrate its shields, by grade, and to save."""

    kind: str
    text: str
    size: int
    big: bool
    through: tuple[tuple[Grade, Need], ...]
    save: Need

    def find_penetration_need(self, grade: Grade) -> Need:
        return dict(self.through)[grade]


def get_expendability_sort_key(match: Match, figure: FigureId) -> tuple[object, ...]:
    """Return a sort key that orders figures from the most expendable to the hunted figure."""
    profile = markers.get_profile(match, figure)
    return (
        match.has(figure, markers.TARGET),
        profile.cost,
        QUALITIES.index(profile.quality),
        SHIELDS.index(profile.shields),
        sum(rule_tables.GUN_COST[gun.kind][gun.grade] for gun in profile.guns),
        sum(rule_tables.MELEE_COST[weapon.kind][weapon.grade] for weapon in profile.melee),
        match.figure(figure).number,
    )


def list_figures_of_kind(match: Match, unit: UnitId, kind_id: str = "") -> tuple[FigureId, ...]:
    """List a unit's standing figures of a kind ("" means all), in roster order."""
    return tuple(
        figure
        for figure in markers.list_standing_figures(match, unit)
        if not kind_id or _make_kind_id(markers.get_profile(match, figure)) == kind_id
    )


def list_target_kinds(match: Match, unit: UnitId) -> tuple[TargetKind, ...]:
    """List the kinds of a unit's standing figures, the most expendable first."""
    figures = markers.list_standing_figures(match, unit)
    if not figures:
        return ()
    if match.option("mixed_defence") == "majority":
        return (_make_majority_kind(match, figures),)
    if len(figures) > 1:
        figures = tuple(
            sorted(figures, key=lambda figure: get_expendability_sort_key(match, figure))
        )
    groups = group_equal_figures(
        figures, lambda figure: _make_kind_id(markers.get_profile(match, figure))
    )
    return tuple(_make_target_kind(match, name, members) for name, members in groups)


def list_defences(
    match: Match, unit: UnitId, attacker: Subject, grades: Iterable[Grade]
) -> tuple[TargetDefence, ...]:
    """List each kind's defence against these grades, the most expendable kind first."""
    wanted = tuple(sorted(set(grades)))
    return tuple(
        TargetDefence(
            kind=kind.id,
            text=kind.text,
            size=kind.size,
            big=kind.type in BIG,
            through=tuple(
                (grade, find_need_to_penetrate(match, attacker, grade, kind.shields))
                for grade in wanted
            ),
            save=find_need_to_save(match, unit, kind.quality, kind.type),
        )
        for kind in list_target_kinds(match, unit)
    )


def find_majority_quality(match: Match, unit: UnitId) -> Quality:
    """Return the most common quality of standing figures, or in a tie the better one (DZ-G39)."""
    figures = markers.list_standing_figures(match, unit) or match.figures(unit)
    return _find_most_common(
        (markers.get_profile(match, figure).quality for figure in figures), QUALITIES
    )


def _make_kind_id(profile: Profile) -> str:
    return f"{profile.quality}/{profile.type}/{profile.shields}"


def _make_target_kind(match: Match, name: str, figures: tuple[FigureId, ...]) -> TargetKind:
    one = markers.get_profile(match, figures[0])
    text = _describe_kind(one.quality, one.type, one.shields)
    return TargetKind(name, text, len(figures), one.type, one.quality, one.shields)


def _make_majority_kind(match: Match, figures: tuple[FigureId, ...]) -> TargetKind:
    profiles = [markers.get_profile(match, figure) for figure in figures]
    kind = _find_most_common((profile.type for profile in profiles), TYPES)
    quality = _find_most_common((profile.quality for profile in profiles), QUALITIES)
    shields = _find_most_common((profile.shields for profile in profiles), SHIELDS)
    return TargetKind(
        "", _describe_kind(quality, kind, shields), len(figures), kind, quality, shields
    )


def _find_most_common(values: Iterable[T], order: tuple[T, ...]) -> T:
    """Return the most common value, or in a tie the one that is last in ``order``."""
    counted = Counter(values)
    return max(counted, key=lambda value: (counted[value], order.index(value)))


def _describe_kind(quality: Quality, kind: Type, shields: Shields) -> str:
    return f"{quality.capitalize()} {kind.replace('-', ' ')}, {shields.capitalize()} shields"
