"""A campaign, its forces and units, and the luck in it."""
