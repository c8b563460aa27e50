"""The drivers of stages: the table, exact odds, random play, and samples."""
