"""League records: files that move a league or campaign with its games to another ledger."""
