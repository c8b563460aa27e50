"""Forces of Combat Zone, as people write them."""
