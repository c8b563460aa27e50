"""What a part came to."""

from __future__ import annotations

import time
from collections import Counter
from dataclasses import dataclass, field

SHOWN = 20


@dataclass
class Figures:
    """How much was tried, how often what was found, and every fault in a sentence."""

    part: str
    trials: int = 0
    found: Counter[str] = field(default_factory=Counter)
    faults: list[str] = field(default_factory=list)
    began: float = field(default_factory=time.monotonic)

    def take(self, fault: str) -> None:
        """Count a trial; ``fault`` is "" where nothing was wrong."""
        self.trials += 1
        if fault:
            self.faults.append(fault)

    def __str__(self) -> str:
        seconds = time.monotonic() - self.began
        found = "".join(f", {count:,} {what}" for what, count in self.found.items())
        faults = [f"\n  {fault}" for fault in self.faults[:SHOWN]]
        told = f"{self.trials:>8,} trials{found}: {len(self.faults)} faults, {seconds:.0f} s"
        return f"{self.part:<8}{told}{''.join(faults)}"
