"""League records: files with a league or campaign and its games, to move it to another ledger."""
