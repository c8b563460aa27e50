"""The force builder, which starts, edits, imports and saves a roster."""
