"""Computes pairings for round robins, Swiss rounds and brackets, and assigns tables."""
