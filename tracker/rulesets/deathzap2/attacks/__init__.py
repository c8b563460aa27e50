"""The dice of an attack in Deathzap 2, from the needed number to the damage."""
