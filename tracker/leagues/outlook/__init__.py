"""Computes who can still win a season: certainties by arithmetic, and chances by simulation."""
