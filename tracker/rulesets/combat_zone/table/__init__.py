"""How Combat Zone is kept at the table: lines, keys, sheets, printed tables."""
