"""The ledger screen, which checks, backs up, restores, imports and exports."""
