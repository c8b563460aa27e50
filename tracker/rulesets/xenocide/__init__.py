"""Xenocide: Firefight, a game of squads and vehicles with ten-sided dice (prefix XF-)."""
