"""Combat Zone as data: tables, profiles, markers, house rules."""
