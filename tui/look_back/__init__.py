"""Looking back over the lines of a game: the table as it stood, each line in full."""
