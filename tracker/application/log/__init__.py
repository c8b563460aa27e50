"""A match's log, with one line for each action, computed only from events."""
