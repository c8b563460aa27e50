"""Deathzap 2 as data: tables, profiles, markers, house rules."""
