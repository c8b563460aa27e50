"""Mistakes in a game file that only prevent new games: a match that has stored it still opens."""

from __future__ import annotations

from tracker.gamefile.game_file_field_reader import GameFieldReader, GameProblem
from tracker.gamefile.game_file_reader import read_game
from tracker.gamefile.game_file_roster_reader import list_sample_problems
from tracker.gamefile.python_actions import load_python_action
from tracker.gamefile.ruleset_builder import list_flag_keys


def list_author_mistakes(text: str) -> tuple[GameProblem, ...]:
    """Flags whose key means something else, rolls that come too late to decide who acts first,
    actions in Python that are not installed, and sample forces that cannot be read.

    Raises ``InvalidGameFile``.
    """
    game, file = read_game(text), GameFieldReader(text)
    keys = list_flag_keys(game)
    for part in game.actions:
        for flag in part.flags:
            if not flag.key or keys.get(flag.key) == flag.word:
                continue
            owner = next((one for one in game.actions if one.key == flag.key), None)
            whose = f"the action {owner.id}" if owner else f"the flag {keys.get(flag.key)}"
            if owner is None and flag.key not in keys:
                continue  # an earlier action uses the same word with a key
            file.report_problem(
                ("actions", part.id, "flags"),
                f"The key {flag.key!r} belongs to {whose}: choose another key for "
                f"the flag {flag.word}.",
                word=flag.word,
            )
    for name in game.in_python:
        if why := load_python_action(name)[1]:
            file.report_problem(("actions", name, "python"), why)
    for place, phase in enumerate(file.data["phases"]):
        if phase.get("first") is True and phase.get("order") in {"sides", "turns"}:
            text = "Roll in an earlier phase: in this one a side acts before the sides have rolled."
            file.report_problem(("phases", place, "first"), text)
    for name, unit, why in list_sample_problems(game):
        path = ("forces", name.removesuffix(".toml"), "units")
        file.report_problem(
            (*path, unit), why if why.endswith("?") else f"{why}.", word=why.split(":")[0]
        )
    return file.sort_problems()
