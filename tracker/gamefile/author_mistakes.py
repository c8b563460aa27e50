"""Slips in a game file with which it can still be played: told to its author, not to a table.

A match that was begun with such a file opens as before.
"""

from __future__ import annotations

from tracker.gamefile.build import keys_of_flags
from tracker.gamefile.forces import problems_in_samples
from tracker.gamefile.reader import read_game
from tracker.gamefile.reading import GameProblem, GameReading


def slips_in(text: str) -> tuple[GameProblem, ...]:
    """Flags whose key does something else, and sample forces that cannot be read.

    Raises ``BadGame``.
    """
    game, file = read_game(text), GameReading(text)
    keys = keys_of_flags(game)
    for part in game.actions:
        for flag in part.flags:
            if not flag.key or keys.get(flag.key) == flag.word:
                continue
            owner = next((one for one in game.actions if one.key == flag.key), None)
            whose = f"the action {owner.id}" if owner else f"the flag {keys.get(flag.key)}"
            if owner is None and flag.key not in keys:
                continue  # the same word has a key in an action before
            file.problem(
                ("actions", part.id, "flags"),
                f"The key {flag.key!r} of the flag {flag.word} is that of {whose}: choose another.",
                word=flag.word,
            )
    for name, unit, why in problems_in_samples(game):
        path = ("forces", name.removesuffix(".toml"), "units")
        file.problem((*path, unit), why if why.endswith("?") else f"{why}.", word=why.split(":")[0])
    return file.sorted()
