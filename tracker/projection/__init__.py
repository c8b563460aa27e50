"""Computes match states from events, and manages the tree of undone and redone events."""
