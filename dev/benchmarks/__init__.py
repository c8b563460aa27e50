"""Measurements of what the program promises; `python -m dev.benchmarks [module …]` runs them.

Each module here has a function ``rows()`` that measures and returns ``Row``s. Figures depend on the
machine; ratios are taken in one run, turn by turn, and are what the targets speak of.
"""

from __future__ import annotations

from typing import NamedTuple


class Row(NamedTuple):
    """One measured figure, and the bounds it should keep, if any."""

    what: str
    figure: float
    unit: str
    at_least: float | None = None
    at_most: float | None = None

    @property
    def target(self) -> str:
        """The bound in words; empty if there is none."""
        bounds = (("≥", self.at_least), ("≤", self.at_most))
        return " ".join(f"{sign} {bound:g}" for sign, bound in bounds if bound is not None)

    @property
    def kept(self) -> bool:
        """Whether the figure keeps its bounds."""
        low = self.at_least is None or self.figure >= self.at_least
        return low and (self.at_most is None or self.figure <= self.at_most)
