"""The phases of a Deathzap 2 turn, and the actions in each phase."""
