"""Combat Zone rosters: parsing and group leaders."""
