"""Setting right by hand, correcting a line, late additions and later changes."""
