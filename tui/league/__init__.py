"""Leagues and campaigns on the screen: the evening, standings, players, rounds, the log."""
