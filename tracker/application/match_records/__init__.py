"""The match record: a match as a single text file that people can read, send and edit."""
