"""The runners that execute stages: the table, exact odds, random play, and samples."""
