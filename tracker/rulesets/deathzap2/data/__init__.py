"""The tables, profiles, markers and house rules of Deathzap 2."""
