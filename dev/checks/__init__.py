"""Checks of the code's structure for ``make lint``, and figures for ``make numbers``."""
