"""The words everything else is said in: names, dice and events."""
