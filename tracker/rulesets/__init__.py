"""The rulesets that ship with Warledger, each in its own package."""

COUNT_LOSSES = {"combat-zone": False, "deathzap2": False, "trial-assault": True, "xenocide": True}
"""Maps each ruleset's id to whether its ``points`` count losses, so that lists need no rules."""
WITHOUT_POINTS = ("combat-zone",)
"""The ids of the rulesets without victory points, so that lists need no rules."""
