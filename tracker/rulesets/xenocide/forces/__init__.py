"""The forces of Xenocide, as people write them."""
