"""The match record: a match as a single text that people can read, send and edit."""
