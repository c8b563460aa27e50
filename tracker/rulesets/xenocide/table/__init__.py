"""Xenocide at the table: keys, sheets, printed tables, corrections."""
