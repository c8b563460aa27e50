"""The phases of Trial Assault, and the actions in each phase."""
