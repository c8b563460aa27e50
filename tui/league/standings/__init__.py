"""Standings, with an explanation of every number, and pages of players, rounds and ratings."""
