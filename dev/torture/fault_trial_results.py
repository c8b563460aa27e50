"""The results of one part of the fault injection."""

from __future__ import annotations

import time
from collections import Counter
from dataclasses import dataclass, field

MAX_SHOWN_FAULTS = 20


@dataclass
class PartResults:
    """The number of trials, other counts by their label, and a sentence for each fault found."""

    part: str
    trials: int = 0
    counts: Counter[str] = field(default_factory=Counter)
    faults: list[str] = field(default_factory=list)
    start: float = field(default_factory=time.monotonic)

    def add_trial(self, fault: str) -> None:
        """Count a trial. ``fault`` is "" if the ledger survived."""
        self.trials += 1
        if fault:
            self.faults.append(fault)

    def __str__(self) -> str:
        seconds = time.monotonic() - self.start
        counts = "".join(f", {count:,} {label}" for label, count in self.counts.items())
        faults = [f"\n  {fault}" for fault in self.faults[:MAX_SHOWN_FAULTS]]
        summary = f"{self.trials:>8,} trials{counts}: {len(self.faults)} faults, {seconds:.0f} s"
        return f"{self.part:<8}{summary}{''.join(faults)}"
