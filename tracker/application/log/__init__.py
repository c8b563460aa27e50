"""The log of a match, with one line for each action. The log is computed only from events."""
