"""The end of a game, a page: how it ended, how it came to that, and what to do with it."""
