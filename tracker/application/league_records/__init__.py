"""The league record: one file with a league or campaign and its games, to move it elsewhere."""
