"""The data of Combat Zone: tables, profiles, markers, house rules."""
