"""Queries about the profiles of figures and units, and about working guns."""

from __future__ import annotations

from tracker.procedures.match_view import Match
from tracker.rulesets.deathzap2.data.profile_types import Gun, Profile
from tracker.rulesets.deathzap2.data.rule_tables import BIG, FOOT
from tracker.vocabulary.subject_ids import FigureId, Subject, UnitId


def is_vehicle_or_monster(match: Match, figure: Subject) -> bool:
    """Whether a figure is a vehicle or monster, which can suffer damage."""
    return get_profile(match, FigureId(figure)).type in BIG


def get_profile(match: Match, figure: FigureId) -> Profile:
    return match.profile(figure, Profile)


def is_vehicle_or_monster_unit(match: Match, unit: UnitId) -> bool:
    """Whether a unit is a vehicle or monster (DZ-UNIT-04)."""
    return any(is_vehicle_or_monster(match, figure) for figure in match.figures(unit))


def is_single_foot_unit(match: Match, unit: UnitId) -> bool:
    """Whether a unit is a single infantry, heavy infantry or beast figure (DZ-MORALE-05)."""
    return is_single_foot_figure(match, match.figures(unit))


def is_single_foot_figure(match: Match, figures: tuple[FigureId, ...]) -> bool:
    return len(figures) == 1 and get_profile(match, figures[0]).type in FOOT


def list_working_guns(match: Match, figure: FigureId) -> tuple[Gun, ...]:
    lost = match.figure(figure).lost
    return tuple(gun for gun in get_profile(match, figure).guns if gun.id not in lost)
