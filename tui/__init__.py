"""Warledger's screens in the terminal."""
