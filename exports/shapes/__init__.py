"""The types of all public JSON: command output, and whole matches, leagues and ledgers."""
