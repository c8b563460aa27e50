"""Corrections: log lines that are entered again or late, and manual adjustments of the current
state.
"""
