"""What there is to see in a game, worked out apart from any screen."""
