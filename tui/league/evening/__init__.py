"""The evening of a round: results, signatures, check-in and the next draft."""
