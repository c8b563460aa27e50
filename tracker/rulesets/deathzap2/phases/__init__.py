"""The phases of a turn of Deathzap 2, and what is done in each."""
