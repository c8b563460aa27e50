"""The rulebooks, one package each."""

COUNT_LOSSES = {"combat-zone": False, "deathzap2": False, "trial-assault": True, "xenocide": True}
"""For each ruleset, whether its ``points`` also count lost units; lists of games thus show points
without loading any rules.
"""
