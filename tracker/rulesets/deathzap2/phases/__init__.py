"""The phases of a turn of Deathzap 2, and the actions in each."""
