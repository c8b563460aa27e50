"""A new league, and the settings of a season."""
