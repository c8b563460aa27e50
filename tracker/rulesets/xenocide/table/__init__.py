"""How Xenocide is kept at the table: keys, sheets, printed tables, setting right."""
