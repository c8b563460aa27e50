"""The profiles, tables, house rules and markers of Trial Assault."""
