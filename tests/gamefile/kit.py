"""Game files for tests: small ones, and those that the program ships."""

from __future__ import annotations

from pathlib import Path

import tracker.gamefile
from tracker.gamefile.ruleset_builder import build_ruleset
from tracker.procedures.ruleset import Ruleset

RALLYING = """\
warledger_game = 1
id = "rallying"
title = "Rallying"
phases = [{ id = "act", order = "both" }]
[stats]
nerve = [2, 12]
[profiles]
orc = { nerve = 7 }
[markers]
shaken = { sign = "S" }
[actions.hide]
phases = ["act"]
steps = [{ mark = "shaken" }]
[tests.rally]
dice = "2d6"
when = "turn"
who = "shaken"
"""
"""A game whose test ``rally`` has no target yet. Shaken units take it at the end of a turn."""
RALLYING_BY_SUM = f"""\
{RALLYING}need = "nerve"
add = "figures / 4"
pass = [{{ clear = "shaken" }}]
"""
"""In this game, the dice of a unit are added up. Nerve 7 or more passes."""

PICKET, OURS = 'id = "picket"', 'id = "ours"'
"""A changed copy of a sample game needs an id of its own."""
GAMES = Path(tracker.gamefile.__file__).parent / "games"


def text_of(name: str) -> str:
    return (GAMES / f"{name}.toml").read_text(encoding="utf-8")


def shipped(name: str) -> Ruleset:
    return build_ruleset(text_of(name))
