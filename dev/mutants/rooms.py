"""The rooms of the program, what share of the faults put into each must be noticed, and where the
tests are that are tried first.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Final

SOURCES: Final = ("tracker", "tui", "exports")


@dataclass(frozen=True)
class Room:
    """``at`` are folders of modules, ``tests`` those of the tests that are the room's own."""

    name: str
    at: tuple[str, ...]
    tests: tuple[str, ...]
    wanted: int = 90

    def modules(self, root: Path) -> list[Path]:
        """Its modules, from the root."""
        every = (path for folder in self.at for path in (root / folder).rglob("*.py"))
        return sorted(path.relative_to(root) for path in every)


ROOMS: Final = (
    Room("exports", ("exports",), ("tests/exports", "tests/games", "tests/cli"), wanted=80),
    Room("tui", ("tui",), ("tests/tui",), wanted=80),
    Room("cli", ("tracker/cli",), ("tests/cli",), wanted=80),
    Room("server", ("tracker/server",), ("tests/server",), wanted=80),
    Room("deathzap2", ("tracker/rulesets/deathzap2",), ("tests/deathzap2",)),
    Room("combat-zone", ("tracker/rulesets/combat_zone",), ("tests/combat_zone",)),
    Room("xenocide", ("tracker/rulesets/xenocide",), ("tests/xenocide",)),
    Room("trial-assault", ("tracker/rulesets/trial_assault",), ("tests/trial_assault",)),
    Room("procedures", ("tracker/procedures",), ("tests/procedures",)),
    Room("gamefile", ("tracker/gamefile",), ("tests/gamefile",)),
    Room("input_parsing", ("tracker/input_parsing",), ("tests/input_parsing",)),
    Room("leagues", ("tracker/leagues", "tracker/application/leagues"), ("tests/leagues",)),
    Room("application", ("tracker/application",), ("tests/application", "tests/campaigns")),
    Room("ledger", ("tracker/ledger",), ("tests/ledger",)),
    Room("projection", ("tracker/projection",), ("tests/projection",)),
    Room("vocabulary", ("tracker/vocabulary",), ("tests/vocabulary",)),
)
