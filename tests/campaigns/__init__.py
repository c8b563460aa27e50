"""Campaigns: records that last, the history, luck, forces between games."""
