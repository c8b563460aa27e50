"""The league record: a league or campaign as one file, with its games, for another ledger."""
