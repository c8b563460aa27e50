"""Close combat in Trial Assault: its dice, the order of strikes, and casualties."""
