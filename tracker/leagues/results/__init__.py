"""Computes standings from results: scoring, tie-breaks, and the origin of every number."""
