"""The keyboard shortcuts of Combat Zone: ``11218s`` fires, ``3m2`` moves, ``i22o`` interrupts."""

from __future__ import annotations

from typing import Final

from tracker.procedures.declared.action_key_types import FigureKeys, InterruptKeys, Keys, KeyVerb
from tracker.procedures.match_view import Match
from tracker.rulesets.combat_zone.data import markers, rule_tables, state_queries, unit_profiles
from tracker.rulesets.combat_zone.phases import activation_slots
from tracker.vocabulary.subject_ids import FigureId, Subject, UnitId, is_figure, is_unit


def find_acting_figure(match: Match) -> FigureId | None:
    """Return the figure that acted last, or the only one that can act. Otherwise, return None."""
    figures = activation_slots.list_active_figures(match)
    now = (figure for figure in figures if match.has(figure, markers.ACTING))
    return next(now, figures[0] if len(figures) == 1 else None)


def list_possible_interrupters(match: Match) -> tuple[FigureId, ...]:
    """List the figures that may interrupt: enemies of the active group on opportunity fire."""
    side = match.clock.side
    enemies = () if side is None else state_queries.list_enemy_sides(match, side)
    return state_queries.list_figures_on_opportunity_fire(match, enemies)


def find_longest_gun_range_cm(match: Match, figure: FigureId) -> int:
    """Return the longest range of a figure's guns, in cm (CZ-SHOOT-03)."""
    guns = unit_profiles.list_guns(match, figure)
    return max((rule_tables.WEAPONS[gun].long for gun in guns), default=0) // rule_tables.CM


def explain_cannot_act(match: Match, subject: Subject) -> str | None:
    """Explain why a figure can do nothing more in this phase, or why a group cannot activate."""
    if is_figure(subject):
        return activation_slots.explain_cannot_act(match, FigureId(subject))
    if not is_unit(subject):
        return None
    if not match.exists(UnitId(subject)):
        return "not on the table"
    return "has been activated" if match.has(subject, markers.ACTIVATED) else None


KEYS: Final = Keys(
    order=">maocblgjp-",
    usual={"actions": ">"},
    flags={"o": "open", "s": "soft", "d": "medium", "h": "hard", "x": "extra-hard"},
    shared=frozenset("o"),
    cannot=explain_cannot_act,
    until_moved=True,
    interrupts=InterruptKeys("i", "shoots", list_possible_interrupters),
    figures=FigureKeys(
        acting=find_acting_figure,
        choosing=KeyVerb("", "activates"),
        measure="cm",
        counts={"f": "shots"},
        reach=find_longest_gun_range_cm,
    ),
)
