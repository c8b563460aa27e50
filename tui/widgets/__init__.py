"""The widgets of all screens: panels, footers, dialogs, text fields, keys."""
