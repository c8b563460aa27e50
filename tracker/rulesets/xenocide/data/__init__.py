"""What Xenocide prints: tables, profiles, house rules, markers."""
