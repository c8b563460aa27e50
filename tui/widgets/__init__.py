"""What all screens are made of: panels, footers, dialogs, lines to type, keys."""
