"""The dice of an attack in Combat Zone, and what wounds do."""
