"""Pairings by arithmetic: round robin, Swiss, brackets, tables."""
