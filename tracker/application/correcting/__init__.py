"""Corrections: wrong or late entries entered again, and play errors set right from now on."""
