"""Lasting units of a campaign, and what they carry over from game to game."""
