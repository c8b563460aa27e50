"""The rounds of a league: pairings, drafts, missions and the bracket."""
