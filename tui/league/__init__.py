"""The screens of leagues and campaigns: the evening, standings, players, rounds and log."""
