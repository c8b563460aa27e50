"""The evening of a round: results, signatures, who is here, the next draft."""
