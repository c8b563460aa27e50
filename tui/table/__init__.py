"""The table screen, what is opened from it, and the view across the table."""
