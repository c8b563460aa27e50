"""The ledger in a PostgreSQL database. Only this package has PostgreSQL's own SQL."""
