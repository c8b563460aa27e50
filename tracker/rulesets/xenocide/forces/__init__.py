"""Forces of Xenocide, as people write them."""
