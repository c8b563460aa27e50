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

LOST_ACTION_TEXTS: dict[str, dict[str, str]] = {
    "combat-zone": {
        "move": "does not move",
        "turn": "does not turn",
        "cross": "does not cross",
        "charge": "makes no contact",
    }
}
"""Maps each ruleset's id to the actions that a figure loses if it panics during an interruption.

For each action, the text says in the log that it did not take place.
"""
