"""Close combat in Trial Assault, with its dice, the order of strikes, and casualties."""
