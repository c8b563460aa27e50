"""A recorded game that ships with a ruleset: who played it by which house rules, and its lines."""

from __future__ import annotations

from dataclasses import dataclass
from importlib.resources import files


@dataclass(frozen=True)
class RecordedGame:
    """The texts of a recorded game: its setting (TOML) and its lines (the table grammar)."""

    setting: str
    lines: str


def recorded_in(package: str) -> RecordedGame:
    """The game in the ``recorded`` folder of a ruleset's package."""
    folder = files(package).joinpath("recorded")
    return RecordedGame(
        folder.joinpath("game.toml").read_text(encoding="utf-8"),
        folder.joinpath("game.war").read_text(encoding="utf-8"),
    )
