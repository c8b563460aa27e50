"""Open leagues and campaigns. All their events are written here."""
