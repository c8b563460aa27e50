"""A force of one's own: begun, built row by row, pasted, saved as the file it always was."""
