"""The rulebooks, one package each."""

COUNT_LOSSES = {"combat-zone": False, "deathzap2": False, "trial-assault": True, "xenocide": True}
"""For each ruleset, whether its ``points`` count what is lost; lists of games load no rules."""
