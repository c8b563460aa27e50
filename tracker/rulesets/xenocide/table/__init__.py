"""Keys, sheets, printed tables and manual adjustments of Xenocide."""
