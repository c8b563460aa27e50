"""A league's rounds: pairings, drafts, missions and the bracket."""
