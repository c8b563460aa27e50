"""The ledger itself: checked, copied, put back; records brought in, everything written out."""
