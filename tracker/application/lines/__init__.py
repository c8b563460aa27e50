"""The lines that people type: their meaning, and their play on a game."""
