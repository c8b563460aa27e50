"""What a ruleset declares, a module for each kind of declaration."""
