"""The rulesets that ship with Warledger, in one package each."""

COUNT_LOSSES = {"combat-zone": False, "deathzap2": False, "trial-assault": True, "xenocide": True}
"""Whether each ruleset's ``points`` count losses. Lists of games use this without loading rules."""
