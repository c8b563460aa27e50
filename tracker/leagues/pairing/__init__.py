"""Computes pairings: round robin, Swiss, brackets, and tables."""
