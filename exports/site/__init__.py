"""A ledger as static pages: which there are, what stands on each, and the folder they lie in."""
