"""The force builder: start, edit by rows, paste, save as a roster file."""
