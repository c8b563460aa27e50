"""Computes who can still win a season: arithmetic finds what is certain, and simulation the
chances.
"""
