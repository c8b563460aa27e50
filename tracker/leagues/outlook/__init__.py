"""Who can still win a season: what arithmetic makes certain, and the rest played by chance."""
