"""What a ledger has to survive, tried by the thousand: ``python -m dev.torture``."""
