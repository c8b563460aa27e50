"""The keys, printed tables and manual adjustments of Deathzap 2."""
