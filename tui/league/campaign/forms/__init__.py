"""The forms of a campaign: for a force, for a game, and for what units carry over."""
