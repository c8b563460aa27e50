"""A ledger as static pages: their list, their content, and their folder."""
