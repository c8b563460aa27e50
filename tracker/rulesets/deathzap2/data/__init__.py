"""The data of Deathzap 2: tables, profiles, markers and house rules."""
