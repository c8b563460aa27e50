"""Campaign units and what they carry over from game to game."""
