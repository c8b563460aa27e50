"""Reports on a campaign, computed from events: service records, history and luck."""
