"""The page of a finished game: its result, its course, and what to do with it."""
