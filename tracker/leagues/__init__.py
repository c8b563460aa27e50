"""Leagues and campaigns: results, scoring, standings and pairings."""
