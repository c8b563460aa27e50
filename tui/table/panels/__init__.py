"""The parts of the table screen; each draws its own lines."""
