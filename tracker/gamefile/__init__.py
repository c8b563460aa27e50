"""Games as single TOML files, from which rulesets are built that work like any other.

docs/any-game.md describes the format. No lower package uses it.
"""
