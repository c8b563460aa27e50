"""The choice of a weapon, declared before the steps begin (TA-FIGHT-07, TA-G53)."""

from __future__ import annotations

from collections.abc import Iterator

from tracker.procedures.ruleset import Objection
from tracker.procedures.view import Match
from tracker.rulesets.trial_assault.combat import combat_contact, weapon_attacks
from tracker.rulesets.trial_assault.data import markers
from tracker.rulesets.trial_assault.data.markers import COMBATS
from tracker.vocabulary.names import FigureId, UnitId

PLAIN = "normal"


def switch_weapon(match: Match, unit: UnitId, told: str) -> None:
    """Those of a unit that have this weapon use it; ``normal``: all use ordinary attacks."""
    figures = list_models_to_switch(match, unit, told)
    if figures:
        match.record(markers.USES.set(*figures, value=told))


def list_models_to_switch(match: Match, unit: UnitId, told: str) -> tuple[FigureId, ...]:
    """Those that have not struck and could switch: they have it, and use another now."""
    return tuple(
        figure
        for figure in match.figures(unit)
        if not match.has(figure, markers.STRUCK)
        and (
            told == PLAIN
            or told in {one.name for one in markers.get_profile(match, figure).weapons}
        )
        and weapon_attacks.get_weapon_used(match, figure).name != told
        and match.has(figure, markers.ENGAGED)
    )


def list_weapon_names(match: Match, unit: UnitId) -> tuple[str, ...]:
    """The weapons of a unit by name."""
    every = (one.name for profile in markers.list_profiles(match, unit) for one in profile.weapons)
    return tuple(dict.fromkeys((PLAIN, *every)))


def list_weapon_objections(match: Match, unit: UnitId, told: str) -> Iterator[Objection]:
    """TA-G53: declared before step 10 of the combat."""
    if told not in list_weapon_names(match, unit):
        have = ", ".join(list_weapon_names(match, unit))
        yield Objection("no-weapon", "TA-SPEC-01", f"{match.tag(unit)} strikes with {have}")
        return
    combat = combat_contact.find_combat(match, unit)
    begun = combat is not None and any(
        match.has(figure, markers.STRUCK)
        for one in COMBATS.list_units(match, combat)
        for figure in match.figures(one)
    )
    if begun and list_models_to_switch(match, unit, told):
        text = "weapons are chosen before the first step"
        yield Objection("late-weapon", "TA-G53", text)
