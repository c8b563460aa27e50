"""The dice of an attack in Deathzap 2, from the number needed to the damage."""
