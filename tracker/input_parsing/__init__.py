"""Parses what people type: dice results, lines that say who did what, and lists of names.

The parsers convert plain text to immutable values. They do not depend on rulesets, matches or
screens.
"""
