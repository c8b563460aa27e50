"""Deathzap 2 at the table: keys, sheets, printed tables."""
