"""The ledger screen: check, back up, restore, import, export."""
