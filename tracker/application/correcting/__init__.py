"""Corrections: lines entered again or late, and manual adjustments to the current state."""
