"""The dice of an attack in Combat Zone, and the effects of wounds."""
