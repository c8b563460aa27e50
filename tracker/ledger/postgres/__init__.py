"""The ledger in a PostgreSQL database. Only this package contains SQL specific to PostgreSQL."""
