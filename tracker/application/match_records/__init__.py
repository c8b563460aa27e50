"""The match record: a match as one text that people can read, mail and write by hand."""
