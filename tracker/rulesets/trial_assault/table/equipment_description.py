"""The weapons and skill of a model, for wide terminals: ``power sword, WS4, S4``."""

from __future__ import annotations

from tracker.procedures.view import Match
from tracker.rulesets.trial_assault.data import markers
from tracker.vocabulary.names import FigureId


def describe_kit(match: Match, figure: FigureId) -> str:
    """Its weapons and close combat values; for a vehicle its armour."""
    profile = markers.get_profile(match, figure)
    words = [weapon.name.replace("-", " ") for weapon in profile.weapons]
    armour = profile.vehicle
    words += [f"WS{profile.ws}", f"S{profile.s}"] if armour is None or armour.walker else []
    if armour is not None:
        words.append(f"armour {armour.front}/{armour.side}/{armour.rear}")
    else:
        words.append(f"T{profile.t}")
        words += [f"save {profile.sv}+"] if profile.sv else []
    return ", ".join(words)
