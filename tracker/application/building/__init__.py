"""A force being built: its text, its possible parts, its edits, and their undo."""
