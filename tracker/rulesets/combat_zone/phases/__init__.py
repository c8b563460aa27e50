"""The phases of a turn of Combat Zone, and the actions in each."""
