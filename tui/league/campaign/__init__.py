"""A campaign, its forces and units, and luck over it."""
