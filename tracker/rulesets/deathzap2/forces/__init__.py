"""Forces of Deathzap 2, as people write them."""
