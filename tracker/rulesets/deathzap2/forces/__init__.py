"""Deathzap 2 rosters: parsing, and points."""
