"""A league's seasons: settings, scoring, divisions, standings and the outlook."""
