"""The rulebooks, one package each."""

COUNT_LOSSES = {"combat-zone": False, "deathzap2": False, "trial-assault": True, "xenocide": True}
"""Whether the points of a running game count what is lost, by ruleset: as its ``points`` do. So
lists tell points without loading any rules.
"""
