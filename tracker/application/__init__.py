"""What people can do with matches, forces and campaigns. Only this package writes to the ledger."""
