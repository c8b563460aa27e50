"""What a campaign is asked in forms: a force, a game, what units carry on."""
