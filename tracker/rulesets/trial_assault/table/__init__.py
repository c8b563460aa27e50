"""The printed tables and manual adjustments of Trial Assault."""
