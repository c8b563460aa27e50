"""Queries about the profiles of models and units."""

from __future__ import annotations

from tracker.procedures.match_view import Match
from tracker.procedures.pieces.subject_lookup import list_all_members
from tracker.rulesets.trial_assault.data.profile_types import Profile
from tracker.vocabulary.subject_ids import FigureId, UnitId


def get_profile(match: Match, figure: FigureId) -> Profile:
    return match.profile(figure, Profile)


def list_profiles(match: Match, unit: UnitId) -> tuple[Profile, ...]:
    return tuple(get_profile(match, figure) for figure in match.figures(unit))


def is_independent_or_monstrous(match: Match, unit: UnitId) -> bool:
    """Whether a unit is a character or monster, struck only in contact (TA-CHAR-05, 07)."""
    return any(one.independent or one.monstrous for one in list_profiles(match, unit))


def is_non_walker_vehicle(match: Match, unit: UnitId) -> bool:
    """Whether a unit is, or was, a vehicle other than a walker. It does not fight (TA-G68)."""
    those = match.figures(unit) or list_all_members(match, unit)
    every = (get_profile(match, one) for one in those)
    return any(one.vehicle is not None and not one.vehicle.walker for one in every)
