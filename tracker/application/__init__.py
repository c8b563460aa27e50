"""All commands on matches, forces, leagues and campaigns. Only this package writes to the
ledger.
"""
