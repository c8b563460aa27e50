"""A league's results: entered, imported, reported by players, or taken from linked games."""
