"""Phone access from the table: the server, and a code for each role."""
