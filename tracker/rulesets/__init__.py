"""The rulebooks, one package each."""
