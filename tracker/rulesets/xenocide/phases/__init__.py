"""The phases of a turn of Xenocide, and what is done in each."""
