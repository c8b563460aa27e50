"""The evening of a league: results, signatures, check-in and the next draft."""
