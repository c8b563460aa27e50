"""The force editor: a force's text, its parts, the edits and their undo."""
