"""Standings with every number explained; pages of players, rounds and ratings."""
