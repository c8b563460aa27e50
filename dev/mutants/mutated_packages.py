"""The packages that are mutated, with the share of mutants that tests should kill."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Final

SOURCES: Final = ("tracker", "tui", "exports")


@dataclass(frozen=True)
class Package:
    """A package with its source folders, and the folders of its tests, which run first.

    ``required`` is the percentage of mutants that the tests must kill.
    """

    name: str
    folders: tuple[str, ...]
    test_folders: tuple[str, ...]
    required: int = 90

    def list_modules(self, root: Path) -> list[Path]:
        """Return the paths of the package's modules, relative to ``root``."""
        paths = (path for folder in self.folders for path in (root / folder).rglob("*.py"))
        return sorted(path.relative_to(root) for path in paths)


PACKAGES: Final = (
    Package("exports", ("exports",), ("tests/exports", "tests/games", "tests/cli"), required=80),
    Package("tui", ("tui",), ("tests/tui",), required=80),
    Package("cli", ("tracker/cli",), ("tests/cli",), required=80),
    Package("server", ("tracker/server",), ("tests/server",), required=80),
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
