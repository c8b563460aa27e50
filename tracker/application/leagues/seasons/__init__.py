"""The seasons of a league: settings, scoring, divisions, standings and the outlook."""
