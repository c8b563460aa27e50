"""The ending screen, which shows a finished game's result and course."""
