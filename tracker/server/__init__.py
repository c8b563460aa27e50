"""Serves a ledger's games to phones over HTTP: live pages, with a separate link for each role."""
