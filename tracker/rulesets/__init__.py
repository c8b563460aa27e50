"""The rulebooks, one package each."""

COUNT_LOSSES = {
    "combat-zone": False,
    "deathzap2": False,
    "trial-assault": True,
    "xenocide": True,
}
"""Whether the points of a running game include losses, by ruleset, like their ``points``. Lists can
thus show points without loading any rules.
"""
