"""Parses typed input: dice results, lines that describe actions, and lists of names.

The parsers return immutable values, and do not depend on rulesets, matches or screens.
"""
