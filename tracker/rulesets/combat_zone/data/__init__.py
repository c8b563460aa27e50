"""The tables, profiles, markers and house rules of Combat Zone."""
