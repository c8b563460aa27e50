"""Looking back over the lines of a game: the table as it was, each line in full."""
