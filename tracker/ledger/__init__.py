"""The ledger: append-only event streams, each with a summary. It knows nothing about games."""
