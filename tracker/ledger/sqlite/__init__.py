"""The ledger in an SQLite file. Only this package contains SQL specific to SQLite."""
