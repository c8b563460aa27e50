"""Everything that can be found wrong with a ruleset without knowing its game, for its author.

Its declarations, its texts and sample forces, the imports of its modules, and games by chance that
must keep the laws of the book. One sentence for each thing found.
"""

from __future__ import annotations

import random
import traceback
from collections.abc import Iterator
from pathlib import Path

import tracker
from tracker.procedures.checking import problems, trials
from tracker.procedures.installed import Plugin
from tracker.procedures.purity import impurities
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
OURS = Path(tracker.__file__).parent


def found_in(plugin: Plugin) -> list[str]:
    """What is wrong with the rules of a plug-in; nothing where all is well."""
    rules = plugin.ruleset
    if rules is None:
        return [plugin.why]
    declared = [*problems(rules), *trials(rules), *_untold(rules), *impurities(plugin.module)]
    return declared or list(_games(rules))


def _untold(rules: Ruleset) -> Iterator[str]:
    """Rules named by options and grids that have no text."""
    texts = rules.rules()
    for option in rules.options:
        if texts and option.rule and option.rule not in texts:
            yield f"The option {option.name!r} names the rule {option.rule!r}, which has no text."


def _games(rules: Ruleset) -> Iterator[str]:
    """What goes wrong in games by chance; of one cause only the first."""
    if rules.forces is None or not rules.forces.samples():
        yield "It has no sample forces, so that no game can be tried."
        return
    for seed in range(GAMES):
        try:
            _play(rules, seed)
        except Exception as error:  # noqa: BLE001 - whatever rules of somebody else do
            yield f"A game by chance ({seed}) fails {_where(error)}"
            return


def _play(rules: Ruleset, seed: int) -> None:
    rng = random.Random(seed)
    game = random_game(rules, rng)
    for n in range(INPUTS):
        if n == IN_LAWS:
            check_all(as_played(game))
        if not say_something(game, rng):
            break
    check_game(game)
    check_taken_back(game, STEPS_BACK)


def _where(error: Exception) -> str:
    """What went wrong in which line of the author's, or else of ours."""
    frames = traceback.extract_tb(error.__traceback__)
    theirs = [each for each in frames if not Path(each.filename).is_relative_to(OURS)]
    last = (theirs or frames)[-1]
    said = f"{type(error).__name__}: {error}".splitlines()[0]
    return f"in {Path(last.filename).name}, line {last.lineno}: {said}."
