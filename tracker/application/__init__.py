"""All commands on matches, forces and campaigns. Only this package writes to the ledger."""
