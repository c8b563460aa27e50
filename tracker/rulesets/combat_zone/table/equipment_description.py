"""The equipment and quality of a figure, for wide terminals: ``average, flak jacket, club``.

Its row shows the remaining shots of each gun already.
"""

from __future__ import annotations

from typing import get_args

from tracker.procedures.view import Match
from tracker.rulesets.combat_zone.data import markers
from tracker.rulesets.combat_zone.data.rule_tables import Blade
from tracker.vocabulary.names import FigureId


def describe_kit(match: Match, figure: FigureId) -> str:
    """Its quality (of a machine its toughness), armour and blades."""
    profile = markers.get_profile(match, figure)
    machine = profile.machine
    words = [profile.quality if machine is None else f"toughness {machine.toughness}"]
    words += [profile.armour] if profile.armour != "none" else []
    words += [weapon for weapon in profile.weapons if weapon in get_args(Blade)]
    return ", ".join(word.replace("-", " ") for word in words)
