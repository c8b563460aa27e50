"""The league record: a league or campaign with its games in one file, for another ledger."""
