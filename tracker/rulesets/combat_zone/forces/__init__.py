"""Combat Zone rosters: parsing, and the leaders of groups."""
