"""The rosters of Combat Zone."""
