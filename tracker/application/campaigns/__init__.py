"""Campaigns: games for pairings, rosters for the next game, and reports on service and luck."""
