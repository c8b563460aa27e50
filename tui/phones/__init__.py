"""The game on phones, from the table: the server begun and ended, a code for each role."""
