"""The game files that ship, and tables at which they are played."""

from __future__ import annotations

from pathlib import Path

import tracker.gamefile
from tracker.gamefile.ruleset_builder import build_ruleset
from tracker.procedures.ruleset import Ruleset

GAMES = Path(tracker.gamefile.__file__).parent / "games"


def text_of(name: str) -> str:
    return (GAMES / f"{name}.toml").read_text(encoding="utf-8")


def shipped(name: str) -> Ruleset:
    return build_ruleset(text_of(name))
