"""Leagues and campaigns: what was played, what it pays, who stands where, who meets whom."""
