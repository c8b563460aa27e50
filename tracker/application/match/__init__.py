"""One match: its events in memory, its ledger, and its writer."""
