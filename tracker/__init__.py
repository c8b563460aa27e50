"""The book of a tabletop game: its words, its ledger, its rules and its commands."""

__version__ = "0.1.0"
