"""Folds events into match states, and keeps the tree of undone and redone events."""
