"""Games that are defined in single TOML files. Their rulesets work like any other ruleset.

The page docs/any-game.md describes the format. No lower package uses this package.
"""
