"""The log of a match, with one line for each action, made from events alone."""
