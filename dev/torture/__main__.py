"""``python -m dev.torture``: what a ledger has to survive, with figures; exits 1 on any fault.

``python -m dev.torture [PART …] [--seed N] [--count N]``: the same seed does the same again.
"""

from __future__ import annotations

import argparse
import random
import sys
from functools import partial
from pathlib import Path

from dev.torture import command_kills, hostile, lab, server_kills, tampering, writers
from dev.torture.workshop import in_a_workshop

PARTS = {
    "kills": 2400,
    "power": 8000,
    "disk": 2400,
    "writers": 300,
    "servers": 400,
    "tamper": 3000,
    "hostile": 100_000,
}
"""Each part with the number of its trials."""


def main() -> int:
    wanted = _arguments()
    print(f"seed {wanted.seed}", flush=True)
    return in_a_workshop(partial(_torture, wanted))


def _torture(wanted: argparse.Namespace, folder: Path) -> int:
    trouble = lab.open_lab()
    if trouble:
        print(f"kills, power and disk are left out here: {trouble}")
    faults = 0
    for part in wanted.parts:
        chance, count = random.Random(f"{wanted.seed} {part}"), wanted.count or PARTS[part]
        if part == "hostile":
            figures = hostile.torture(count, chance, folder)
        elif part == "tamper":
            figures = tampering.torture(count, chance, folder)
        elif part == "writers":
            figures = writers.torture(count, chance, folder)
        elif part == "servers":
            figures = server_kills.torture(count, chance, folder)
        elif not trouble:
            figures = command_kills.torture(part, count, chance, folder)
        else:
            continue
        faults += len(figures.faults)
        print(figures, flush=True)
    return int(faults > 0)


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m dev.torture", description=__doc__)
    parser.add_argument("parts", nargs="*", metavar="PART", help=", ".join(PARTS))
    parser.add_argument("--seed", type=int, default=random.SystemRandom().randrange(10**6))
    parser.add_argument("--count", type=int, default=0, help="how many trials of each part")
    wanted = parser.parse_args()
    wanted.parts = wanted.parts or list(PARTS)
    if unknown := set(wanted.parts) - set(PARTS):
        parser.error(f"there is no part {', '.join(sorted(unknown))}")
    return wanted


if __name__ == "__main__":
    sys.exit(main())
