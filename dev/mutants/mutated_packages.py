"""The packages that are mutated, with the share of faults that tests should notice."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Final

SOURCES: Final = ("tracker", "tui", "exports")


@dataclass(frozen=True)
class Package:
    """A package in the folders ``at``, with the folders of its ``tests``, which are tried first.

    ``wanted`` is the percentage of faults that tests should notice.
    """

    name: str
    at: tuple[str, ...]
    tests: tuple[str, ...]
    wanted: int = 90

    def modules(self, root: Path) -> list[Path]:
        """Return the paths of its modules, relative to ``root``."""
        every = (path for folder in self.at for path in (root / folder).rglob("*.py"))
        return sorted(path.relative_to(root) for path in every)


PACKAGES: Final = (
    Package("exports", ("exports",), ("tests/exports", "tests/games", "tests/cli"), wanted=80),
    Package("tui", ("tui",), ("tests/tui",), wanted=80),
    Package("cli", ("tracker/cli",), ("tests/cli",), wanted=80),
    Package("server", ("tracker/server",), ("tests/server",), wanted=80),
    Package("deathzap2", ("tracker/rulesets/deathzap2",), ("tests/deathzap2",)),
    Package("combat-zone", ("tracker/rulesets/combat_zone",), ("tests/combat_zone",)),
    Package("xenocide", ("tracker/rulesets/xenocide",), ("tests/xenocide",)),
    Package("trial-assault", ("tracker/rulesets/trial_assault",), ("tests/trial_assault",)),
    Package("procedures", ("tracker/procedures",), ("tests/procedures",)),
    Package("gamefile", ("tracker/gamefile",), ("tests/gamefile",)),
    Package("input_parsing", ("tracker/input_parsing",), ("tests/input_parsing",)),
    Package("leagues", ("tracker/leagues", "tracker/application/leagues"), ("tests/leagues",)),
    Package("application", ("tracker/application",), ("tests/application", "tests/campaigns")),
    Package("ledger", ("tracker/ledger",), ("tests/ledger",)),
    Package("projection", ("tracker/projection",), ("tests/projection",)),
    Package("vocabulary", ("tracker/vocabulary",), ("tests/vocabulary",)),
)
