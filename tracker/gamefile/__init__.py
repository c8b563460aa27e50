"""A game as one file: read from TOML into a ruleset like any other.

docs/any-game.md describes the format. No lower package knows it.
"""
