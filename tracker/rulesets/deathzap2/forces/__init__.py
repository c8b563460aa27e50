"""The rosters of Deathzap 2."""
