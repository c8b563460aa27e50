"""The keys, printed tables and manual adjustments of Combat Zone."""
