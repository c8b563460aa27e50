"""Widgets shared by all screens: panels, footers, dialogs, text fields and key handling."""
