"""The weapons and skill of a figure, for wide views: ``rifle, missile 4, armour 5``."""

from __future__ import annotations

from tracker.procedures.view import Match
from tracker.rulesets.xenocide.data import unit_profiles
from tracker.vocabulary.names import FigureId


def describe_kit(match: Match, figure: FigureId) -> str:
    """Its weapons, its number to hit and its save; for a vehicle its mounted weapons."""
    profile = unit_profiles.get_profile(match, figure)
    mounts = profile.vehicle.mounts if profile.vehicle is not None else ()
    guns = (*(gun.id for gun in profile.guns), *(mount.gun.id for mount in mounts))
    arms = (name.replace("-", " ") for name in (*guns, *(one.id for one in profile.blades)))
    values = {"missile": profile.missile, "melee": profile.melee, "armour": profile.armour}
    return ", ".join([*arms, *(f"{name} {value}" for name, value in values.items() if value)])
