"""The recorded games that ship with a ruleset: their settings and lines.

>>> game = read_recorded_games("warledger_hedgerow")[0]
>>> game.setting.splitlines()[1]
'ruleset = "hedgerow"'
"""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct, field

from tracker.vocabulary.packaged_files import read_packaged_folder
from tracker.vocabulary.renamed_names import keep_old_names


class RecordedGame(Struct, frozen=True):
    """The texts of a recorded game: its ``setting`` (TOML), and its ``lines`` as typed.

    ``rosters`` are the game's own forces, by file name. All other forces are the ruleset's samples.
    """

    setting: str
    lines: str
    rosters: Mapping[str, str] = field(default_factory=dict)


def read_recorded_games(package: str) -> tuple[RecordedGame, ...]:
    """Read the games in the ``recorded`` folder of a ruleset's package, sorted by name.

    A game consists of its lines in ``name.war`` and its setting in ``name.toml``. All other TOML
    files are rosters.
    """
    lines = read_packaged_folder(package, "recorded", ".war")
    texts = read_packaged_folder(package, "recorded", ".toml")
    settings = {file: texts.pop(f"{file.removesuffix('.war')}.toml") for file in lines}
    return tuple(RecordedGame(settings[file], lines[file], texts) for file in lines)


keep_old_names(__name__)
