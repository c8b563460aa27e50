"""Small parts of other games, which show that the shared pieces suffice for them."""
