"""Everything that players can correct manually, in lines and in forms."""
