"""The log of a match in people's words, an action to a line, from its events alone."""
