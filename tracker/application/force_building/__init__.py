"""The force editor: the text of a force, its parts, and edits that can be undone."""
