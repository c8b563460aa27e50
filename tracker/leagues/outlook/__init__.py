"""Computes who can still win a season, exactly by arithmetic and likely by simulation."""
