"""Queries about markers and links: joined units, close combat and contact."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from tracker.procedures.declared.marker_and_link_kinds import MarkerKind
from tracker.procedures.match_view import Match
from tracker.procedures.pieces.delayed_effects import (
    list_unmarked_figures,
    make_marked_removal_facts,
)
from tracker.procedures.pieces.engagement import list_connected_units
from tracker.rulesets.trial_assault.data import markers
from tracker.rulesets.trial_assault.data.profile_types import PLAIN_MODEL
from tracker.rulesets.trial_assault.data.unit_profiles import get_profile, list_profiles
from tracker.vocabulary.events import AnyFact, RemovedHow
from tracker.vocabulary.subject_ids import FigureId, Subject, UnitId, format_handle, make_unit_id


def list_joined_units(match: Match, unit: UnitId) -> tuple[UnitId, ...]:
    """List a unit and the characters that joined it, or a character and his unit."""
    return list_connected_units(match, markers.JOINED, unit)


def find_joined_unit_or_self(match: Match, unit: UnitId) -> UnitId:
    joined = (UnitId(b) for a, b in match.pairs(markers.JOINED) if a == unit)
    return next((one for one in joined if match.exists(one)), unit)


def count_wounds_left(match: Match, *figures: FigureId) -> int:
    return sum(get_profile(match, one).w - match.figure(one).wounds for one in figures)


def has_struck(match: Match, unit: UnitId) -> bool:
    return any(match.has(one, markers.STRUCK) for one in match.figures(unit))


def _list_profile_values(match: Match, unit: UnitId, value: str) -> Iterator[int]:
    """Yield one profile value of each model in a unit and its joined units."""
    every = (list_profiles(match, each) for each in list_joined_units(match, unit))
    return (getattr(one, value) for profiles in every for one in profiles)


def count_fall_back_dice(match: Match, unit: UnitId) -> int:
    """Return the number of fall back dice of a unit's slowest model (TA-T7, TA-FORCE-02)."""
    return min(_list_profile_values(match, unit, "fall_back"), default=PLAIN_MODEL.fall_back)


def count_sweep_dice(match: Match, unit: UnitId) -> int:
    """Return a unit's number of sweep dice, or 0 if it may not sweep (TA-T7)."""
    return min(_list_profile_values(match, unit, "sweep"), default=0)


def find_assault_range_in_inches(match: Match, unit: UnitId) -> int:
    """Return the charge range of a unit's slowest model, in inches (TA-CHG-02)."""
    return min(_list_profile_values(match, unit, "assault"), default=PLAIN_MODEL.assault)


def list_fall_back_hindrances(match: Match, unit: UnitId) -> tuple[str, ...]:
    """List what hinders a unit that falls back: any of ``rough``, ``trapped`` and ``off``."""
    value = match.mark(unit, markers.HINDERED)
    return tuple(str(value).split()) if value else ()


def list_enemy_units_on_table(match: Match, unit: UnitId) -> tuple[UnitId, ...]:
    """List all enemy units, except those not yet on the table (TA-SETUP-03)."""
    own = match.side_of(unit)
    others = (other for other in match.units() if match.side_of(other) != own)
    return tuple(other for other in others if not match.has(other, markers.AWAY))


def list_locked_enemies(match: Match, unit: UnitId) -> tuple[UnitId, ...]:
    """List the enemy units with which a unit is in close combat (TA-CHG-14)."""
    return tuple(
        UnitId(one) for one in match.links(markers.LOCKED, unit) if match.exists(UnitId(one))
    )


def is_locked(match: Match, unit: UnitId) -> bool:
    """Whether a unit is in close combat, even if it is a vehicle, or attacks one."""
    return bool(match.links(markers.LOCKED, unit))


def list_standing_figures(match: Match, unit: UnitId) -> tuple[FigureId, ...]:
    return list_unmarked_figures(match, markers.FALLS, unit)


def find_removal_cause(match: Match, figure: FigureId) -> RemovedHow:
    return "killed" if get_profile(match, figure).vehicle is None else "destroyed"


def make_slain_removal_facts(
    match: Match, figures: Iterable[FigureId] | None = None
) -> tuple[AnyFact, ...]:
    """Return the facts that remove the slain models, by default of all units (TA-FIGHT-05)."""
    return make_marked_removal_facts(match, markers.FALLS, find_removal_cause, figures)


def list_charge_targets(match: Match, unit: UnitId) -> tuple[UnitId, ...]:
    return tuple(UnitId(b) for a, b in match.pairs(markers.CHARGES) if a == unit)


def list_chargers(match: Match, unit: UnitId) -> tuple[UnitId, ...]:
    return tuple(UnitId(a) for a, b in match.pairs(markers.CHARGES) if b == unit)


def read_units_from_marker(match: Match, figure: Subject, marker: MarkerKind) -> tuple[UnitId, ...]:
    value = match.mark(figure, marker)
    return tuple(make_unit_id(one) for one in str(value).split()) if value else ()


def format_handles(units: tuple[UnitId, ...]) -> str:
    return " ".join(map(format_handle, units))


def list_touched_enemies(match: Match, figure: FigureId) -> tuple[UnitId, ...]:
    return read_units_from_marker(match, figure, markers.ENGAGED)


def list_enemies_supported_against(match: Match, figure: FigureId) -> tuple[UnitId, ...]:
    return read_units_from_marker(match, figure, markers.SUPPORTS)


def list_models_out_of_contact(match: Match, unit: UnitId) -> tuple[FigureId, ...]:
    """List the models that neither touch an enemy nor support against one (TA-SHOOT-04)."""
    return tuple(
        figure
        for figure in match.figures(unit)
        if not match.has(figure, markers.ENGAGED) and not match.has(figure, markers.SUPPORTS)
    )
