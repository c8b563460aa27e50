"""For authors of rules: a match in memory, its laws, a slow oracle of the odds, random games."""
