"""Open leagues and campaigns, and all the commands that write their events."""
