"""The ledger: append-only event streams, each with a summary. This package knows nothing about
games.
"""
