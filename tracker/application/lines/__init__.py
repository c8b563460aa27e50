"""Lines people type: their meaning, and how they are played on a game."""
