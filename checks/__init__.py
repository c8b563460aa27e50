"""What holds the structure of the house: checks of ``make lint``, figures of ``make numbers``."""
