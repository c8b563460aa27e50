"""Recorded games that ship with a ruleset: their settings and lines.

>>> game = read_recorded_games("warledger_hedgerow")[0]
>>> game.setting.splitlines()[1]
'ruleset = "hedgerow"'
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from msgspec import Struct, field

from tracker.vocabulary.renamed_names import make_alias_getter


class RecordedGame(Struct, frozen=True):
    """The texts of a recorded game: its ``setting`` (TOML), and its ``lines`` as typed.

    ``rosters`` are its own forces, by file name; other forces are samples of the ruleset.
    """

    setting: str
    lines: str
    rosters: Mapping[str, str] = field(default_factory=dict)


def read_recorded_games(package: str) -> tuple[RecordedGame, ...]:
    """The games in the ``recorded`` folder of a ruleset's package, by name.

    The lines of one are ``name.war``, its setting is ``name.toml``; all other TOML files are
    rosters.
    """
    from importlib.resources import files

    folder = files(package).joinpath("recorded")
    texts = {each.name: each.read_text(encoding="utf-8") for each in folder.iterdir()}
    games = sorted(name.removesuffix(".war") for name in texts if name.endswith(".war"))
    settings = {f"{game}.toml" for game in games}
    rosters = {
        name: text
        for name, text in texts.items()
        if name.endswith(".toml") and name not in settings
    }
    return tuple(
        RecordedGame(texts[f"{game}.toml"], texts[f"{game}.war"], rosters) for game in games
    )


if not TYPE_CHECKING:  # which would take any name for one of this module
    __getattr__ = make_alias_getter(__name__, recorded_in="read_recorded_games")
