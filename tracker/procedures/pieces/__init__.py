"""What every game has: names, phrases, the flow of phases, and building blocks for rulesets."""
