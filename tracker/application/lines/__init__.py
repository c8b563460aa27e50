"""Lines people type: what they say, and how they are played on a game."""
