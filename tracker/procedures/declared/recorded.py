"""A recorded game that ships with a ruleset: who played it by which house rules, and its lines."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct, field

SETTING = "game.toml"


class RecordedGame(Struct, frozen=True):
    """The texts of a recorded game: its setting (TOML) and its lines (the table grammar).

    ``rosters`` are forces of its own, by file name; others are samples of the ruleset.
    """

    setting: str
    lines: str
    rosters: Mapping[str, str] = field(default_factory=dict)


def recorded_in(package: str) -> RecordedGame:
    """The game in the ``recorded`` folder of a ruleset's package."""
    from importlib.resources import files

    folder = files(package).joinpath("recorded")
    rosters = {
        each.name: each.read_text(encoding="utf-8")
        for each in folder.iterdir()
        if each.name.endswith(".toml") and each.name != SETTING
    }
    return RecordedGame(
        folder.joinpath(SETTING).read_text(encoding="utf-8"),
        folder.joinpath("game.war").read_text(encoding="utf-8"),
        rosters,
    )
