"""The rulesets that ship with Warledger, each in its own package."""

from typing import Literal

PointsKind = Literal["none", "recorded", "losses"]
"""What points a ruleset has: none, only recorded points, or also points for losses."""

POINTS_KINDS: dict[str, PointsKind] = {
    "combat-zone": "none",
    "deathzap2": "recorded",
    "trial-assault": "losses",
    "xenocide": "losses",
}
"""Maps each ruleset's id to the kind of its points, so that lists need not load the rules."""
