"""The dice of an attack in Xenocide, from what may fire to what comes of it."""
