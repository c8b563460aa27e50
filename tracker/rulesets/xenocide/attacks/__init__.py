"""The attacks of Xenocide, from the choice of weapons to the losses."""
