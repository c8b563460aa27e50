"""The dice of close combat in Trial Assault: order of strikes, weapons, casualties."""
