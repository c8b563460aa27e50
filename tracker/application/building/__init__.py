"""The force editor: the text of a force, its parts, its edits, and their undo."""
