"""The tables, profiles, markers and house rules of Trial Assault."""
