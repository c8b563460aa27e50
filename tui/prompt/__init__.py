"""The prompt of the table: what is typed, in keys, dice and lines; it knows no screen."""
