"""Manual adjustments: everything that players can correct, in a line and in a form."""
