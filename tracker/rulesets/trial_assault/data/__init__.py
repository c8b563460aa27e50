"""Profiles, tables, house rules and markers of Trial Assault."""
