"""The migrations of the ledger's schema. ``tracker.ledger.sqlite.schema_upgrade`` runs them."""
