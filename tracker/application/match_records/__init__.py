"""The match record: a match as one text that people can read, send and edit."""
