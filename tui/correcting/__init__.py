"""Corrections of a game: manual adjustments, corrected lines, late entries and edits."""
