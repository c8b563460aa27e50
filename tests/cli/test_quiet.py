"""What people wrote never steers a terminal, nor what opens a table; it is told as data."""

from __future__ import annotations

import json

import pytest

from tests.cli.running import Shell

STORY = "The pass\x1b[31m falls\x9b2J\x7f\u0085 at dusk"


@pytest.mark.thorough
def test_a_story_steers_nothing(shell: Shell) -> None:
    shell.patch.setenv("WARLEDGER_AUTHOR", "An\x1b[2Jna\x9b")
    shell.done("campaign", "new", "Pass", "--player", "Anna", "--player", "Bram")
    shell.done("campaign", "story", "c1", "-", stdin=STORY)
    told = [
        shell.done("export", "c1", "--format", form).out
        for form in ("json", "csv", "events", "md", "html")
    ]
    told += [shell.done("export", "ledger", "--format", "json").out]
    told += [shell.done("campaign", "history", "c1", "--json").out]
    told += [shell.done("campaign", "history", "c1").out]
    obeyed = {chr(code) for code in (*range(32), *range(127, 160))} - {"\n", "\t"}
    for text in told:
        assert not obeyed & set(text), text
    assert any(STORY in text for text in _texts(json.loads(told[0]))), "as data it is whole"


def _texts(data: object) -> list[str]:
    if isinstance(data, dict):
        return [text for value in data.values() for text in _texts(value)]
    if isinstance(data, list):
        return [text for value in data for text in _texts(value)]
    return [data] if isinstance(data, str) else []
