"""The force editor: a force's text and parts, the edits, and their undo."""
