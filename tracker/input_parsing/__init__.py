"""Parses what people type: dice results, lines that say who did what, and lists of names.

The parsers return immutable values, and do not depend on rulesets, matches or screens.
"""
