"""The screens of a campaign: its forces and units, and the luck of their dice."""
