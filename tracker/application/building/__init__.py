"""The force editor: a force's text and parts, its edits, and their undo."""
