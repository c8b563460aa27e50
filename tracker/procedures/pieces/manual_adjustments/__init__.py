"""Everything that players can correct by hand, in lines and in forms."""
