"""Typed lines: their interpretation, and their execution on a game."""
