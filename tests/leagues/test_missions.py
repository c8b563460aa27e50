"""What a round is about: said before or after it is drafted, shown wherever the round is."""

from __future__ import annotations

import pytest

from exports.league_json import to_league_json
from exports.league_report import league_report
from tests.leagues.club import club, league
from tracker.application.errors import Refused
from tracker.application.leagues.missions import of_round
from tracker.application.leagues.round_text import round_text
from tracker.application.leagues.telling import line_in_words


def test_a_round_has_a_mission() -> None:
    found = league()
    before = found.state.fork()
    said = found.missions.tell(" Take  and hold ", terrain="four woods", rules="no dusk")
    words = "Take and hold · on the tables: four woods · rules: no dusk"
    assert line_in_words(found.story, said) == f"round 1: {words}"
    assert of_round(found.state, 1, 1) == words
    assert round_text(found).splitlines()[1] == f"mission: {words}"
    assert league_report(found).rounds[0].about.endswith(words)
    assert '"terrain": "four woods"' in to_league_json(found)
    with pytest.raises(Refused, match="Round 1 is so already"):
        found.missions.tell("Take and hold", terrain="four woods", rules="no dusk")
    gone = found.missions.tell("")
    assert found.state.missions == {}
    assert line_in_words(found.story, gone) == "round 1: no mission any more"
    found.undo_to(said.number)
    assert of_round(found.state, 1, 1) == words
    found.undo()
    assert found.state == before


def test_it_is_planned_before_the_round_and_stays_with_its_season() -> None:
    found = league()
    found.missions.tell("Breakthrough", number=2)
    assert of_round(found.state, 1, 2) == "Breakthrough"
    assert "mission" not in round_text(found)
    found.rounds.draft()
    assert round_text(found).splitlines()[1] == "mission: Breakthrough"
    found.missions.tell("Ambush")  # the draft, where there is one
    assert of_round(found.state, 1, 2) == "Ambush"
    with pytest.raises(Refused, match="A season has rounds 1 to"):
        found.missions.tell("Ambush", number=0)
    found.undo_to(1)
    found.rounds.close_season()
    with pytest.raises(Refused, match="Season 1 is closed"):
        found.missions.tell("Ambush")
    found.rounds.begin_season()
    assert of_round(found.state, 2, 2) == ""


def test_a_campaign_has_no_rounds() -> None:
    found = club().begin_league("Karst", what="campaign", players=["Anna", "Bram"])
    with pytest.raises(Refused, match="A campaign has no rounds"):
        found.missions.tell("Ambush")
