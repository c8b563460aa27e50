"""The keys, sheets, printed tables and manual adjustments of Xenocide."""
