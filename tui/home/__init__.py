"""Home, finding things, and beginning a new game."""
