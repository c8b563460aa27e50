"""How a game stands in lists: the same on the screen, in the command and on a site."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from tracker.application.match.game_list_columns import format_game_score, list_game_columns
from tracker.application.match.match_summaries import StreamSummary
from tracker.procedures.installed_rulesets import load_playable_rulesets

ROW = StreamSummary(
    stream="m3",
    version=1,
    kind="match",
    title="A v B",
    phase="shoot",
    sides='["Red", "Blue"]',
    scores='{"Red": 3}',
    opened_at=0,
    updated_at=0,
)
WON = {"status": "ended", "winner": "Blue"}


@pytest.mark.parametrize(
    ("more", "cells"),
    [
        ({}, ["A v B", "3 : 0", "shoot"]),
        ({"title": ""}, ["m3", "3 : 0", "shoot"]),
        ({"turn": 2}, ["A v B", "3 : 0", "turn 2, shoot"]),
        ({"turn": 2, "scores": '{"Red": 0}'}, ["A v B", "0 : 0", "turn 2, shoot"]),
        ({"scores": "{}"}, ["A v B", "", "shoot"]),
        ({"status": "ended", "turn": 2}, ["A v B", "3 : 0", "drawn"]),
        ({"ruleset": "combat-zone", "scores": '{"Red": 0}'}, ["A v B", "", "shoot"]),
        (WON, ["A v B", "3 : 0", "Blue won"]),
        ({**WON, "scores": '{"Red": 0}'}, ["A v B", "", "Blue won"]),
    ],
)
def test_a_game_in_a_list(more: dict[str, Any], cells: list[str]) -> None:
    row = replace(ROW, **more)
    assert [one.cell(row) for one in list_game_columns(lambda _: None)] == cells


def test_no_points_are_shown_for_rules_of_another_package_that_have_none() -> None:
    """They are loaded only if nobody has scored."""
    none = load_playable_rulesets()["combat-zone"]
    asked: list[StreamSummary] = []
    rows = [replace(ROW, ruleset="alien", scores=scores) for scores in ('{"Red": 0}', "{}")]
    assert [format_game_score(row, lambda _: none) for row in rows] == ["", ""]
    ended = replace(ROW, ruleset="alien", status="ended")
    assert format_game_score(ended, asked.append) == "3 : 0"
    assert asked == []
