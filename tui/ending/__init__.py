"""The ending screen, with a finished game's result, its course and what can follow."""
