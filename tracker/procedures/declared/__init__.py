"""What a ruleset declares, one kind of thing a module."""
