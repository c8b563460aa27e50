"""The phases of a turn of Xenocide and their actions."""
