"""A single match: its events in memory, its current state, and its writer."""
