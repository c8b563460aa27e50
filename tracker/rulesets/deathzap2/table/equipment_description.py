"""The equipment and quality of a figure, for wide terminals: ``rifle, regular, medium``."""

from __future__ import annotations

from tracker.procedures.view import Match
from tracker.rulesets.deathzap2.data import markers
from tracker.rulesets.deathzap2.data.rule_tables import Gun, MeleeWeapon
from tracker.vocabulary.names import FigureId


def describe_kit(match: Match, figure: FigureId) -> str:
    """Its working guns, special melee weapons, quality and shields."""
    profile, lost = markers.get_profile(match, figure), match.figure(figure).lost
    arms = [_arm(gun) for gun in profile.guns if gun.id not in lost]
    arms += [_arm(one) for one in profile.melee if (one.kind, one.grade) != ("basic", "basic")]
    return ", ".join([*arms, profile.quality, f"{profile.shields} shields"])


def _arm(arm: Gun | MeleeWeapon) -> str:
    """``medium repeater``, ``upgraded rifle``."""
    kind = "melee weapon" if arm.kind == "basic" else arm.kind.replace("-", " ")
    return kind if arm.grade == "basic" else f"{arm.grade} {kind}"
