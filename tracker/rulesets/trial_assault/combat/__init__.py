"""The dice of close combat in Trial Assault: who strikes when, with what, and who falls."""
