"""The prompt of the table: typed keys, dice and lines. It does not depend on any screen."""
