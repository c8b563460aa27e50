"""Setting right by hand, correcting a line, what is said late or changed afterwards."""
