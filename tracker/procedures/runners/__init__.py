"""What drives the stages: the table, exact odds, random play, samples."""
