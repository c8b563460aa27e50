"""The rulesets that ship with Warledger, in one package each."""

COUNT_LOSSES = {"combat-zone": False, "deathzap2": False, "trial-assault": True, "xenocide": True}
"""Whether a ruleset's ``points`` count losses, by id. Lists of games read it without the rules."""
