"""Games as single files, which are read from TOML into rulesets like any other.

docs/any-game.md describes the format, which no lower package uses.
"""
