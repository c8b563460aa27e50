"""Helps the authors of game files with a starting text, an interview, a Python package and a
schema.
"""

from __future__ import annotations

import json
from collections.abc import Callable

from tracker.application.errors import Refused
from tracker.application.game_definition_files import (
    ENDING,
    GAMEFILE,
    find_game_file,
    list_game_file_problems,
    list_playable_game_file_ids,
)
from tracker.application.text_file_decoding import read_text_file
from tracker.procedures.ruleset import Ruleset
from tracker.vocabulary.closest_word import find_closest_word

PYPROJECT = """\
[build-system]
requires = ["hatchling"]
build-backend = "hatchling.build"

[project]
name = "warledger-{id}"
version = "{version}"

[project.entry-points."warledger.rulesets"]
{id} = "{module}:RULESET"

[tool.hatch.build.targets.wheel]
only-include = ["{module}.py", "{module}.toml"]
"""
MODULE = '''\
"""{title}, a game in one file."""

from pathlib import Path

from tracker.gamefile.ruleset_builder import build_ruleset

RULESET = build_ruleset(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))
'''


def get_starting_game_text(copied_game: str) -> str:
    """Return the text for a new game file: the template, or a copy of ``copied_game``.

    Raises ``Refused`` if that game does not exist.
    """
    if not copied_game:
        return (GAMEFILE / f"template{ENDING}").read_text(encoding="utf-8")
    found = find_game_file(copied_game)
    if found is None:
        known = list_playable_game_file_ids()
        near = find_closest_word(copied_game.casefold(), known)
        hint = f" Did you mean {near!r}?" if near else ""
        raise Refused(
            f"There is no game called {copied_game!r}.{hint} Choose one of: {', '.join(known)}."
        )
    return read_text_file(found.path)


def interview_game_author(ask: Callable[[str], str], say: Callable[[str], None]) -> str:
    """Ask the author all questions of the wizard, and return the text of the resulting game file.

    ``ask`` asks a question and returns the answer. ``say`` shows an error message.
    """
    from tracker.gamefile.game_file_wizard import (
        QUESTIONS,
        make_default_answers,
        render_game_file_text,
    )

    said = make_default_answers()
    for question in QUESTIONS:
        while True:
            try:  # an answer that is not valid UTF-8 also raises ``ValueError``
                answer = ask(f"{question.text} [{question.usual}] ")
                said[question.id] = question.parse_answer(answer)
                wrong = [one.text for one in list_game_file_problems(render_game_file_text(said))]
            except ValueError as error:
                wrong = [str(error)]
            if not wrong:
                break
            say(wrong[0])
    return render_game_file_text(said)


def build_ruleset_package_files(rules: Ruleset) -> dict[str, str]:
    """Return the files of a Python package that installs a game as a ruleset, by file name."""
    module = f"warledger_{rules.id.replace('-', '_')}"
    version = rules.version.partition("+")[0]
    title = rules.title.replace("\\", "").replace('"', "'")
    return {
        "pyproject.toml": PYPROJECT.format(id=rules.id, module=module, version=version),
        f"{module}.py": MODULE.format(title=title),
        f"{module}.toml": rules.text,
    }


def render_game_file_schema() -> str:
    """Return the JSON Schema that editors use to check and complete game files."""
    from tracker.gamefile.game_file_schema import build_game_file_schema

    return f"{json.dumps(build_game_file_schema(), indent=2)}\n"
