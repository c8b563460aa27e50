"""How Deathzap 2 is kept at the table: lines, keys, sheets, printed tables."""
