"""The forms of a campaign: for forces, for games, and for what units carry over."""
