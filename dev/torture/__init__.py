"""Fault injection: thousands of faults that a ledger must survive (``python -m dev.torture``)."""
