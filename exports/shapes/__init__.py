"""The shapes of all public JSON: what commands print, and whole matches, leagues and ledgers."""
