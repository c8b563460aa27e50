"""A league's results: entered, imported, reported by players, or from linked games."""
