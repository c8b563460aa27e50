"""Who can still win a season, from certainties by arithmetic and chances by simulation."""
