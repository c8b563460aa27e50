"""The home screen, the search, and starting a new game."""
