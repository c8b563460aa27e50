"""The printed data of Xenocide: tables, profiles, house rules and markers."""
