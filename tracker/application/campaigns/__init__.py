"""Reports on a campaign, computed from its events: service records, history and luck."""
