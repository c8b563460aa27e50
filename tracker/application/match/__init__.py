"""One match: its events in memory, read from its ledger, opened for keeping and written."""
