"""The dice of close combat in Trial Assault: the order of strikes, weapons, and casualties."""
