"""The panels of the table screen, each of which draws its own lines."""
