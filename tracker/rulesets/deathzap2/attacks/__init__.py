"""The dice of an attack in Deathzap 2, from the numbers needed to the damage."""
