"""The rulesets that ship with Warledger, each in its own package."""

COUNT_LOSSES = {"combat-zone": False, "deathzap2": False, "trial-assault": True, "xenocide": True}
"""Whether a ruleset's ``points`` count losses, by id. Lists of games need not load the rules."""
