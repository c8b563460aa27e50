"""The demo: a separate ledger with recorded games and the leagues of a club.

Every demo has the same lines, dice and times, so two demos are identical to the last byte.
"""
