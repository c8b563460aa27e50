"""The demo: a separate ledger with recorded games and the leagues of a club.

The lines, dice and times never vary, so any two demos are identical to the last byte.
"""
