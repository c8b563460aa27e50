"""League records: a league with its games, moved to another ledger."""
