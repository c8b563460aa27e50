"""Benchmarks, which ``python -m dev.benchmarks [module …]`` runs.

Each module has a function ``measure_rows()`` that yields ``Row``s. Times depend on the machine, so
most targets limit ratios. Both values of a ratio are measured alternately in one run.
"""

from __future__ import annotations

from typing import NamedTuple


class Row(NamedTuple):
    """A measured value with its target: a minimum, a maximum, both or none."""

    label: str
    value: float
    unit: str
    minimum: float | None = None
    maximum: float | None = None

    @property
    def target(self) -> str:
        """The target as text, or "" if there is none."""
        bounds = (("≥", self.minimum), ("≤", self.maximum))
        return " ".join(f"{sign} {bound:g}" for sign, bound in bounds if bound is not None)

    @property
    def is_met(self) -> bool:
        """Whether the value meets its target."""
        above_minimum = self.minimum is None or self.value >= self.minimum
        return above_minimum and (self.maximum is None or self.value <= self.maximum)
