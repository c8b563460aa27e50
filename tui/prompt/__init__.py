"""The table screen's prompt for keys, dice and lines. It does not depend on any screen."""
