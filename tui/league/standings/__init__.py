"""Standings with every number opened; pages of players, rounds and ratings."""
