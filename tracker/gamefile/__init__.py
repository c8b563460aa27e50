"""A game as one file: read from TOML into a ruleset like any other.

The format is told in docs/any-game.md. Nothing below this room knows it.
"""
