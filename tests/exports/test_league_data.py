"""A league or campaign in JSON: lines, ratings, lots, steps of units, worked out by hand."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

from exports.league_json import render_league_json
from tests.leagues.club import league
from tests.leagues.test_core_campaign import campaign as karst
from tracker.application.leagues.results.linked_match_outcomes import UnitStats


def test_json_is_indented_by_one_and_ends_its_last_line() -> None:
    text = render_league_json(league())
    first, second, *_ = text.splitlines()
    assert first == "{"
    assert re.match(r' "', second)
    assert text.endswith("\n}\n")


def test_json_says_what_holds_and_what_nobody_has_played_for() -> None:
    """A player without a game has the rating and deviation that Glicko-2 begins with."""
    found = league()
    whole = json.loads(render_league_json(found))
    scheme = whole["scheme"]
    assert [scheme[one] for one in ("win", "draw", "loss", "bye")] == [3, 1, 0, 3]
    assert scheme["best"] is None
    begun = {"rating": 1500, "deviation": 350, "games": 0, "provisional": True}
    for one in whole["players"]:
        assert {name: one[name] for name in begun} == begun
        assert (one["from_round"], one["left_after"]) == (1, None)
    found.results.enter_result("1", "10-7")
    anna, _, _, dario = json.loads(render_league_json(found))["players"]
    # They were as good as each other, so one gains what the other loses.
    assert anna["rating"] + dario["rating"] == pytest.approx(3000, abs=0.001)
    assert anna["rating"] > 1500
    assert anna["deviation"] == dario["deviation"] < 350
    assert (anna["games"], dario["games"], anna["provisional"]) == (1, 1, True)
    assert anna["rating"] == round(anna["rating"], 4) != round(anna["rating"], 3)
    assert anna["deviation"] == round(anna["deviation"], 4)


def test_json_has_lots_story_log_and_events_by_their_lines() -> None:
    found = league()
    begun = found.history.last_line_number
    found.results.enter_result("1", "10-7")
    found.results.enter_result("2", "10-7")
    found.points.draw_or_enter_lots(["Dario", "Chloé", "Bram", "Anna"])
    found.points.add_note("It rained.", about="Anna", on="2026-11-19")
    found.points.add_note("Nobody came.")
    found.undo()
    whole: dict[str, Any] = json.loads(render_league_json(found))
    (season,) = whole["seasons"]
    (lots,) = season["lots"]
    assert (lots["line"], lots["round"]) == (begun + 3, 1)
    assert lots["order"] == ["p4", "p3", "p2", "p1"]
    (piece,) = whole["story"]
    assert (piece["line"], piece["on"], piece["text"]) == (begun + 4, "2026-11-19", "It rained.")
    log = whole["log"]
    assert [one["line"] for one in log] == [*range(1, len(log) + 1)]
    counted = {one["line"]: one["counts"] for one in log}
    assert (counted[begun + 4], counted[begun + 5]) == (True, False)
    assert log[0]["at"].startswith("2026-11-20T19:00:0")  # 20:00 in Vienna
    events = whole["events"]
    assert [one["version"] for one in events] == [*range(1, len(events) + 1)]
    assert {one["action"] for one in events} == {0}
    stories = [(one["line"], one["counts"]) for one in events if one["kind"] == "StoryTold"]
    assert stories == [(begun + 4, True), (begun + 5, False)]


def test_json_has_the_steps_of_a_unit_with_dice_and_hands() -> None:
    """Claw: 10 of 10, three lost in the game; 1 game, no kills. Then two join by hand."""
    found = karst("recover")
    found.forces.record_past_game("Kestrel", "Ash", "7-4", unit_stats={"Claw": UnitStats(0, 3)})
    line = found.history.last_line_number
    found.forces.change_unit_by_hand("Claw", figure_change=2, status="resting", why="hired")
    whole = json.loads(render_league_json(found))
    claw = whole["forces"][1]["units"][0]
    assert (claw["name"], claw["enlisted"], claw["stands"]) == ("Claw", 10, "resting")
    game, hand = claw["steps"]
    assert (game["line"], game["fixture"], game["by_hand"], game["lost"]) == (line, "f1", False, 3)
    assert (hand["line"], hand["fixture"], hand["by_hand"]) == (line + 1, None, True)
    assert (hand["figures"], hand["stands"], hand["why"]) == (2, "resting", "hired")
    assert (hand["dice"], hand["figures_named"]) == ([], [])


def test_json_keeps_what_belongs_to_a_season_in_that_season() -> None:
    found = league()
    found.results.enter_result("1", "10-7", extra={"casualties": (3, 4)})
    found.results.enter_result("2", "10-7")
    found.points.award_bonus_or_penalty("Anna", "2", why="painted")
    found.points.draw_or_enter_lots(["Anna", "Bram", "Chloé", "Dario"])
    found.seasons.close_season()
    found.seasons.begin_season("Spring")
    winter, spring = json.loads(render_league_json(found))["seasons"]
    assert [(one["player"], one["points"], one["why"]) for one in winter["bonus"]] == [
        ("p1", 2, "painted")
    ]
    assert [one["order"] for one in winter["lots"]] == [["p1", "p2", "p3", "p4"]]
    assert (spring["bonus"], spring["lots"], spring["rounds"]) == ([], [], [])
    extra = {row["name"]: row["extra"] for row in winter["standings"]["rows"]}
    assert (extra["Anna"], extra["Dario"]) == ({"casualties": [3, 4]}, {"casualties": [4, 3]})
    assert extra["Bram"] == extra["Chloé"] == {}
