"""Whole pages of a league as they are sent or pinned up, letter by letter."""

from __future__ import annotations

import pytest

from tests.leagues.club import club, meetings
from tracker.application.errors import Refused
from tracker.application.leagues.league import League
from tracker.application.leagues.pairing.round_columns_and_text import format_round_text
from tracker.application.leagues.seasons.standings_columns_and_text import (
    describe_results_progress,
    render_standings_text,
)

DRAFTED = """\
Spring · round 1 · draft, not published

table  player  opponent  result
    1  Bram    Erik
    2  Chloé   Dario
       Anna    bye
"""
BEFORE = """\
Spring · standings before round 1
3/1/0 · ties: VP±, schedule, lots

#  player  P  W  D  L  VP±  sched  points
1  Anna    0  0  0  0    0   0.00       0
1  Bram    0  0  0  0    0   0.00       0
1  Chloé   0  0  0  0    0   0.00       0
1  Dario   0  0  0  0    0   0.00       0
1  Erik    0  0  0  0    0   0.00       0

level: Anna, Bram, Chloé, Dario, Erik; lots can be drawn
"""
AFTER_ONE = """\
Spring · round 1 · Fri 20 Nov · games end 22:30

table  player  opponent  result
    1  Bram    Erik      10 : 7, Bram won
    2  Chloé   Dario     arranged for Wed 2 Dec 19:30
       Anna    bye
"""
# Bram: 3 for his win and a half; Anna: 3 for her bye; the schedule of Erik is Bram's 3.
STANDINGS = """\
Spring · standings after round 1 (1 game open)
3/1/0 · ties: VP±, schedule, lots

#  player          P  W  D  L  byes  VP±  sched  bonus  points
1  Bram            1  1  0  0     0   +3   0.00    0.5     3.5
2  Anna            0  0  0  0     1    0   0.00      0       3
3  Chloé           0  0  0  0     0    0   0.00      0       0
3  Dario           0  0  0  0     0    0   0.00      0       0
5  Erik (dropped)  1  0  0  1     0   −3   3.00      0       0

level: Chloé, Dario; lots can be drawn
Bram: +0.5 bonus, painted
"""


def spring() -> League:
    """Five players: Bram meets Erik, Chloé meets Dario, Anna has the bye of the first round."""
    found = club().begin_league(
        "Spring",
        players=("Anna", "Bram", "Chloé", "Dario", "Erik"),
        zone="Europe/Vienna",
        rounds=5,
    )
    found.rounds.draft_round()
    return found


def test_a_draft_and_standings_before_anything_is_played() -> None:
    found = spring()
    assert format_round_text(found) == DRAFTED
    assert render_standings_text(found) == BEFORE
    assert describe_results_progress(found, 0) == "no result yet"


def test_a_round_with_a_result_a_game_to_come_and_somebody_who_dropped() -> None:
    found = spring()
    found.rounds.publish_round(on="2026-11-20", ends="22:30")
    first, second = (one.id for one in meetings(found) if one.away)
    found.results.enter_result(first, "10-7", on="2026-11-20")
    assert (
        describe_results_progress(found, 1)
        == "1 of 2 results of round 1 are in · not signed by Bram, Erik"
    )
    found.results.sign_result(first, "Bram")
    assert (
        describe_results_progress(found, 1)
        == "1 of 2 results of round 1 are in · not signed by Erik"
    )
    found.results.sign_result(first)
    found.results.arrange_game(second, "2026-12-02", time="19:30")
    found.people.drop_player("Erik", why="moved")
    found.points.award_bonus_or_penalty("Bram", "1/2", why="painted")
    assert format_round_text(found) == AFTER_ONE
    assert render_standings_text(found) == STANDINGS
    assert describe_results_progress(found, 1) == "1 of 2 results of round 1 are in"
    found.results.enter_result(second, "3-3", on="2026-11-20")
    found.results.sign_result(second)
    assert describe_results_progress(found, 1) == "all 2 results of round 1 are in · all signed"
    found.rounds.draft_round()
    assert format_round_text(found).splitlines()[0] == "Spring · round 2 · draft, not published"
    assert "dropped: Erik (moved)" in format_round_text(found).splitlines()
    assert "Erik" not in format_round_text(found).split("\n\n")[1]


def test_places_gained_and_lost_since_the_round_before() -> None:
    """After round 1 Bram and Chloé share the first place with 3 points and +3 VP; Dario and Erik,
    whom they beat, the fourth. In round 2 Dario has the bye and its 3 points: that is 3 of schedule
    for Chloé, who beat him, and nothing for Bram; and Erik is alone at nought.
    """
    found = spring()
    found.rounds.publish_round(on="2026-11-20")
    for one in meetings(found):
        if one.away:
            found.results.enter_result(one.id, "10-7", on="2026-11-20")
    assert [line[:9] for line in render_standings_text(found).splitlines()[4:9]] == [
        *("1  Bram  ", "1  Chloé ", "3  Anna  ", "4  Dario ", "4  Erik  "),
    ]
    found.rounds.draft_round()
    found.rounds.publish_round(on="2026-11-20")
    (bye,) = (one for one in meetings(found) if not one.away)
    assert found.state.get_player_name(bye.home) == "Dario"
    rows = render_standings_text(found).splitlines()[4:9]
    assert [(row[:9].strip(), row.split()[-2:]) for row in rows] == [
        ("1  Chloé", ["3", "="]),
        ("2  Bram", ["▼", "1"]),
        ("3  Anna", ["3", "="]),
        ("4  Dario", ["3", "="]),
        ("5  Erik", ["▼", "1"]),
    ]


def test_a_round_that_is_not_there_is_refused_with_those_that_are() -> None:
    found = club().begin_league("Spring", players=("Anna", "Bram"))
    with pytest.raises(
        Refused, match=r"No round has been drafted or published yet\. Draft a round"
    ):
        format_round_text(found)
    with pytest.raises(Refused, match=r"There is no round 2. Rounds so far: none yet"):
        format_round_text(found, 2)
    found.rounds.draft_round()
    found.rounds.publish_round()
    with pytest.raises(Refused, match=r"There is no round 2. Rounds so far: 1"):
        format_round_text(found, 2)
