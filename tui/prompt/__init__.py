"""The prompt of the table: typed keys, dice and lines. It knows no screen."""
