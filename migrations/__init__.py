"""Steps from an older ledger's tables to today's."""
