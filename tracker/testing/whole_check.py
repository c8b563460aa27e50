"""Everything that can be found wrong with a ruleset without knowing its game, for its author.

Its declarations, its texts and sample forces, the imports of its modules, and games by chance that
must keep the laws of the book. One sentence for each thing found.
"""

from __future__ import annotations

import random
import re
import sys
import traceback
from collections.abc import Iterator
from pathlib import Path

from tracker.application.errors import Refused
from tracker.procedures.checking import problems, trials
from tracker.procedures.installed import Plugin
from tracker.procedures.purity import impurities, same_package
from tracker.procedures.ruleset import Ruleset
from tracker.testing.games import (
    as_played,
    check_game,
    check_taken_back,
    random_game,
    say_something,
)
from tracker.testing.laws import check_all

GAMES = 3
INPUTS = 250
IN_LAWS = 60
"""Inputs of the game that is cut and gone on with after every one of them."""
STEPS_BACK = 15
ASKED = re.compile(r"asked in (\S+), line ([0-9]+)")
"""What a table notes of an error: the line of the stage whose question failed."""


def found_in(plugin: Plugin) -> list[str]:
    """What is wrong with the rules of a plug-in; nothing where all is well."""
    rules = plugin.ruleset
    if rules is None:
        return [plugin.why]
    declared = [*problems(rules), *trials(rules), *_untold(rules), *impurities(plugin.module)]
    return declared or list(_games(rules, plugin.module))


def _untold(rules: Ruleset) -> Iterator[str]:
    """Rules named by options and grids that have no text."""
    texts = rules.rules()
    for option in rules.options:
        if texts and option.rule and option.rule not in texts:
            yield f"The option {option.name!r} names the rule {option.rule!r}, which has no text."


def _games(rules: Ruleset, module: str) -> Iterator[str]:
    """What goes wrong in games by chance; of one cause only the first."""
    if rules.forces is None or not rules.forces.samples():
        yield "It has no sample forces, so that no game can be tried."
        return
    for seed in range(GAMES):
        try:
            _play(rules, seed)
        except Exception as error:  # noqa: BLE001 - whatever rules of somebody else do
            yield f"A game by chance ({seed}) fails{_where(error, module)}"
            return


def _play(rules: Ruleset, seed: int) -> None:
    rng = random.Random(seed)
    game = random_game(rules, rng)
    for n in range(INPUTS):
        if n == IN_LAWS:
            check_all(as_played(game))
        try:
            if not say_something(game, rng):
                break
        except Exception as error:
            error.add_note(game.table.asked_in)
            raise
    check_game(game)
    check_taken_back(game, STEPS_BACK)


def _where(error: Exception, module: str) -> str:
    """What went wrong, and in which line of the author's if any had a part in it."""
    said = str(error).partition("\n")[0].rstrip(".") or type(error).__name__
    if not isinstance(error, (AssertionError, Refused)):
        said = f"{type(error).__name__}: {said}"
    theirs = next(filter(None, (_line_of(each, module) for each in _causes(error))), "")
    return f"{theirs and ' in '}{theirs}: {said}."


def _causes(error: BaseException) -> Iterator[BaseException]:
    """An error and those it came from."""
    known: BaseException | None = error
    while known is not None:
        yield known
        known = known.__cause__ or known.__context__


def _line_of(error: BaseException, module: str) -> str:
    """``coin.py, line 80``: the last line of the author's in an error, or the one that asked what
    could not be asked.
    """
    frames = traceback.walk_tb(error.__traceback__)
    places = [(str(frame.f_globals.get("__name__")), line) for frame, line in frames]
    noted = map(ASKED.fullmatch, getattr(error, "__notes__", ()))
    places += [(found[1], int(found[2])) for found in noted if found]
    theirs = [(name, line) for name, line in places if same_package(name, module)]
    if not theirs:
        return ""
    name, line = theirs[-1]
    file = getattr(sys.modules.get(name), "__file__", None) or name
    return f"{Path(file).name}, line {line}"
