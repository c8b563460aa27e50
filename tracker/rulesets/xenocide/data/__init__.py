"""The tables, profiles, markers and house rules of Xenocide."""
