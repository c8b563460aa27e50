"""The phases of a Xenocide turn, and the actions in each phase."""
