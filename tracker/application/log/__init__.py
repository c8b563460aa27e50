"""The log of a match, with one line for each action, computed only from events."""
