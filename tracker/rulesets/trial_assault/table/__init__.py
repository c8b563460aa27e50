"""Keys, printed tables and setting right of Trial Assault."""
