"""What a game file declares and nothing in it uses is told to its author."""

from __future__ import annotations

import pytest

from tests.gamefile.kit import text_of
from tracker.gamefile.game_file_linter import list_unused_declarations
from tracker.gamefile.game_file_reader import read_game_file


@pytest.mark.parametrize("name", ["breach", "halberds", "picket", "watchfire"])
def test_the_samples_use_all_they_declare(name: str) -> None:
    assert [*list_unused_declarations(read_game_file(text_of(name)))] == []


def test_what_is_unused_is_named() -> None:
    text = text_of("picket").replace("[stats]\n", "[stats]\nluck = [1, 6]\n")
    text = text.replace("skill = 4\n", "skill = 4\nluck = 1\n")
    text = text.replace("skill = 3\n", "skill = 3\nluck = 1\n")
    text += '[rolls.scatter]\n[markers.lost-way]\nsign = "L"\n[tables.wind]\nvalues = [1, 2]\n'
    text += "[tests.panic]\nneed = 4\ndice = 'd6'\n"
    assert [*list_unused_declarations(read_game_file(text))] == [
        "Nothing in the file uses the roll 'scatter'.",
        "Nothing in the file uses the marker 'lost-way'; players can only set it with `fix`.",
        "Nothing in the file uses the test 'panic'.",
        "Nothing in the file uses the table 'wind'.",
        "Nothing in the file uses the stat 'luck'.",
    ]
