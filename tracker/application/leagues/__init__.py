"""Open leagues and campaigns, and all commands that write their events."""
