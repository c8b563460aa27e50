"""Each side's chance to win at the lines of a game, estimated from simulated games."""
