"""What a campaign adds to a league: lasting forces and the story of their games."""
