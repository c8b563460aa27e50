"""The basic vocabulary: names, dice and events."""
