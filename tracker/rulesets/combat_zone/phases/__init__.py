"""The phases of a Combat Zone turn, and the actions in each phase."""
