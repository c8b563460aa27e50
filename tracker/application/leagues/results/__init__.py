"""The results of a league: entered, imported, reported by players, or from linked games."""
