"""From results to standings: scoring, tie-breaks, and the origin of every number."""
