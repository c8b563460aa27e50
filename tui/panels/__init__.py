"""The parts of the screens: each draws its own lines."""
