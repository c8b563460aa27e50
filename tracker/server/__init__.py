"""The game on phones: pages of a ledger over HTTP, live, with a door for each role."""
