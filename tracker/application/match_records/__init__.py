"""The match record: a match as one text file that people can read, send and edit."""
