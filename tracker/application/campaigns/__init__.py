"""The content of a campaign, all from events: service records, history, luck."""
