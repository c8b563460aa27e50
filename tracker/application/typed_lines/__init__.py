"""Interprets typed lines, and carries them out in a game."""
