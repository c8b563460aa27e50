"""Leagues and campaigns: results, scoring, standings, pairings."""
