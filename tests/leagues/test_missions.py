"""What a round is about: said before or after it is drafted, shown wherever the round is."""

from __future__ import annotations

import pytest

from exports.league_json import render_league_json
from exports.league_report import build_league_report
from tests.leagues.club import club, league
from tracker.application.errors import Refused
from tracker.application.leagues.league_log import describe_league_entry
from tracker.application.leagues.pairing.round_columns_and_text import format_round_text
from tracker.application.leagues.pairing.round_mission_commands import describe_round_mission


def test_a_round_has_a_mission() -> None:
    found = league()
    before = found.state.fork_state()
    said = found.missions.set_mission(" Take  and hold ", terrain="four woods", rules="no dusk")
    words = "Take and hold · terrain: four woods · rules: no dusk"
    assert describe_league_entry(found.history, said) == f"round 1: {words}"
    assert describe_round_mission(found.state, 1, 1) == words
    assert format_round_text(found).splitlines()[1] == f"mission: {words}"
    assert build_league_report(found).rounds[0].about.endswith(words)
    assert '"terrain": "four woods"' in render_league_json(found)
    with pytest.raises(Refused, match="Round 1 already has this mission"):
        found.missions.set_mission("Take and hold", terrain="four woods", rules="no dusk")
    gone = found.missions.set_mission("")
    assert found.state.missions == {}
    assert describe_league_entry(found.history, gone) == "round 1: mission removed"
    with pytest.raises(Refused, match="Round 1 has no mission"):
        found.missions.set_mission("")
    found.return_to_line(said.number)
    assert describe_round_mission(found.state, 1, 1) == words
    found.undo()
    assert found.state == before


def test_it_is_planned_before_the_round_and_stays_with_its_season() -> None:
    found = league()
    found.missions.set_mission("Breakthrough", round_number=2)
    assert describe_round_mission(found.state, 1, 2) == "Breakthrough"
    assert "mission" not in format_round_text(found)
    found.rounds.draft_round()
    assert format_round_text(found).splitlines()[1] == "mission: Breakthrough"
    found.missions.set_mission("Ambush")  # the draft, where there is one
    assert describe_round_mission(found.state, 1, 2) == "Ambush"
    with pytest.raises(Refused, match="Rounds are numbered 1 to"):
        found.missions.set_mission("Ambush", round_number=0)
    found.return_to_line(1)
    found.seasons.close_season()
    with pytest.raises(Refused, match="Season 1 is closed"):
        found.missions.set_mission("Ambush")
    found.seasons.begin_season()
    assert describe_round_mission(found.state, 2, 2) == ""


def test_a_mission_for_a_round_that_is_not_planned_says_so() -> None:
    found = league()

    def told(round_number: int) -> str:
        said = found.missions.set_mission("Ambush", round_number=round_number)
        return describe_league_entry(found.history, said)

    assert told(3) == "round 3: Ambush"
    assert told(9) == "round 9 (beyond the 3 planned rounds): Ambush"
    found.results.enter_result("1", "10-0")
    found.results.enter_result("2", "5-0")
    found.top_cut.make_top_cut(2)
    assert told(4) == "round 4: Ambush"


def test_a_campaign_has_no_rounds() -> None:
    found = club().begin_league("Karst", what="campaign", players=["Anna", "Bram"])
    with pytest.raises(Refused, match="A campaign has no rounds"):
        found.missions.set_mission("Ambush")
