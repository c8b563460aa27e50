"""Corrections: lines entered again or late, and errors of play adjusted from now on."""
