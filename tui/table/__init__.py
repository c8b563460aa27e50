"""The parts of the table screen."""
