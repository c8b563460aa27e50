"""Combat Zone at the table: keys, sheets, printed tables."""
