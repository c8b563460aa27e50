"""What is told of a campaign: service records, its history, its luck; all of it from events."""
