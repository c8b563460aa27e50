"""The event store: every entry durable, in order, never changed."""
