"""The phases of a turn of Combat Zone, and what is done in each."""
