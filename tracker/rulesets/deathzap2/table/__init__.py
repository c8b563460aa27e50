"""Deathzap 2 at the table: keys, sheets and printed tables."""
