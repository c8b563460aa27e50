"""A ledger as static pages: the list of pages, their content and their folder."""
