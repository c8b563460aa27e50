"""The table screen, its dialogs, and the spectators' view."""
