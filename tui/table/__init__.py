"""The table screen, the dialogs opened from it, and the spectator view."""
