"""The screens for a new league and for a season's settings."""
