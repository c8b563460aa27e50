"""The log of a match, with one line for each action. It is computed only from events."""
