"""The dice of an attack in Deathzap 2, from what is needed to what is destroyed."""
