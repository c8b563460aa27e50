"""Armour: what it takes off a wound score, shooting and close combat alike (CZ-FORCE-06)."""

from __future__ import annotations

from tracker.procedures.view import Match
from tracker.rulesets.combat_zone.data import markers, tables
from tracker.rulesets.combat_zone.data.profiles import Armour
from tracker.vocabulary.dice import Modifier
from tracker.vocabulary.names import FigureId


def worn(match: Match, figure: FigureId) -> Armour:
    """The armour a figure still has."""
    if match.has(figure, markers.ARMOUR_LOST):
        return "none"
    return markers.profile(match, figure).armour


def parts(match: Match, figure: FigureId) -> tuple[Modifier, ...]:
    """CZ-SHOOT-14, CZ-MELEE-09: one armour a figure, taken off the score."""
    armour = worn(match, figure)
    if armour == "none":
        return ()
    name = " ".join(word.capitalize() for word in armour.split("-"))
    return (Modifier(name, tables.ARMOUR[armour], "CZ-FORCE-06"),)


def after_hit(match: Match, figure: FigureId) -> None:
    """CZ-G28: under a house rule ablative armour is gone after the first hit it takes."""
    if worn(match, figure) == "ablative" and match.option("ablative") == "lost_after_first_hit":
        match.record(markers.ARMOUR_LOST.set(figure))
