"""What every game has: names, sayings, the flow of phases, and what rulesets build with."""
