"""The rosters of Xenocide."""
