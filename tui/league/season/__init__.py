"""A new league, and what holds for a season."""
