"""The fold of events into state, and the tree of undone and redone events."""
