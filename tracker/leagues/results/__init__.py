"""Computes standings from results, with scoring, tie-breaks, and the origin of every number."""
