"""The ledger in a PostgreSQL database; the only room with PostgreSQL's own SQL."""
