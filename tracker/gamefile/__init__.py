"""Games as single TOML files. The rulesets built from them work like any other ruleset.

docs/any-game.md describes the format. No lower package uses it.
"""
