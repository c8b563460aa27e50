"""Combat Zone at the table: keys, sheets and printed tables."""
