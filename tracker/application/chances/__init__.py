"""What could come of an action, and how what was rolled stands beside what was to be expected."""
