"""The forms of a campaign: a force, a game, what units carry over."""
