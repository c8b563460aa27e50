"""The rounds of a league: pairings, drafts, missions, the bracket."""
