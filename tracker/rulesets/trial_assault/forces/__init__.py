"""The rosters of Trial Assault."""
