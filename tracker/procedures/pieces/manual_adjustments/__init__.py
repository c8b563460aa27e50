"""Manual adjustments: everything that players can correct, in lines and in forms."""
