"""The ledger's schema, step by step; run by ``tracker.ledger.sqlite.schema_upgrade``."""
