"""Rosters of Trial Assault."""
