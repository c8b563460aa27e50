"""The log of a match in words, a line for each action, from events alone."""
