"""The results of a league: entered, imported, reported by players, linked to games."""
