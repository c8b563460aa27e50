"""Each side's chance of winning at each line of a game, estimated from simulated games."""
