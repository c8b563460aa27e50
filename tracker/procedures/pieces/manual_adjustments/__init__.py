"""Manual adjustments: everything that can be set right, as a line and in a form."""
