"""Events to state, and the tree of what was done, taken back and returned to."""
