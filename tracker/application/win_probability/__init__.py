"""Each side's chance to win at each line of a game, estimated from simulated games."""
