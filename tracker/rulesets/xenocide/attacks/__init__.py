"""The dice of an attack in Xenocide, from the choice of weapons to the losses."""
