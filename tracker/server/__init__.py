"""The game on phones: pages of a ledger over HTTP, live, with a link for each role."""
