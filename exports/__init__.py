"""Reports and data for use outside the program."""
