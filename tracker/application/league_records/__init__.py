"""League records: files that contain a league or campaign with its games, for moving it."""
