"""The fold of events into states, and the tree of undone and redone events."""
