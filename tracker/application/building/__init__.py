"""A force being written: its text, what may stand in it, its edits, and how they are taken back."""
