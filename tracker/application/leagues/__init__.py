"""Open leagues and campaigns. Only this package writes to them."""
