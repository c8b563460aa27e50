"""The home screen, the search, and the screens that start a new game."""
