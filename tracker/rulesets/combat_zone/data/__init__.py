"""The data of Combat Zone: tables, profiles, markers and house rules."""
