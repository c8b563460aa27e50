"""Rules between games from TOML: the presets, and what is wrong with a file, by its line."""

from __future__ import annotations

import pytest

from tests.leagues.test_core_campaign import campaign, carries
from tracker.application.errors import Refused
from tracker.application.leagues.campaign.campaign_force_and_game_commands import (
    resolve_carry_over_rules,
)
from tracker.application.leagues.results.linked_match_outcomes import UnitStats
from tracker.leagues.campaign.carry_over_rules import (
    load_carry_over_presets,
    parse_carry_over_rules,
)
from tracker.leagues.organiser_toml_reader import FileProblems


def test_the_rules_that_ship_say_what_they_do() -> None:
    assert list(load_carry_over_presets()) == [
        "nothing",
        "veterans",
        "field hospital",
        "no way back",
        "long war",
    ]
    assert load_carry_over_presets()["field hospital"].describe_rules() == (
        "field hospital",
        "Units gain experience, more if they survive; each figure lost is back on a 4+.",
        "experience: +1 a game, +1 a win, +1 a kill, +1 a game survived",
        "losses: a D6 for each figure, returning on 4+",
        "ranks: seasoned at 6, veteran at 15, elite at 30",
    )
    assert load_carry_over_presets()["long war"].describe_rules()[3:6] == (
        "losses: a D6 for each figure, returning on 4+",
        "wounds: carried to the next game",
        "captives: held until they are returned",
    )
    for rules in load_carry_over_presets().values():
        assert rules.about
        assert resolve_carry_over_rules(rules.name) == rules


def test_ranks_are_reached_at_their_threshold() -> None:
    rules = load_carry_over_presets()["veterans"]
    assert [rules.get_rank_name(n) for n in (4, 5, 11, 12, 25)] == [
        "",
        "seasoned",
        "seasoned",
        "veteran",
        "elite",
    ]
    above = rules.find_next_rank(5)
    assert above is not None
    assert (above.word, rules.find_next_rank(25)) == ("veteran", None)


WRONG = """name = "mine"
wim = 3
kill = "two"
losses = "sometimes"

[recovery]
die = 6
needs = 7

[[ranks]]
experience = 9
word = "old"

[[ranks]]
experience = 4
word = "older"

[[ranks]]
word = "none"
"""


def test_every_problem_of_a_file_is_said_with_its_line() -> None:
    with pytest.raises(FileProblems) as problems:
        parse_carry_over_rules(WRONG)
    assert str(problems.value).splitlines() == [
        "Line 2: “wim” is unknown: did you mean “win”?",
        "Line 3: kill: a whole number is needed here, not text.",
        "Line 4: losses: there is no “sometimes”.",
        "Line 8: A die with 6 faces cannot roll 7 or more.",
        "Line 15: Ranks must rise: older needs more experience than old (9).",
        "Line 18: A rank needs `experience` and `word`.",
    ]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("losses = ", "This is not TOML"),
        ("game = 1\n[recovery]\ndie = 1\n", "Line 3: A die can have 2 to 100 faces."),
        ("game = 5000\n", "Line 1: `game` can be at most 1000"),
        ("hospital", "no carry-over rules called 'hospital'. Choose one of: nothing, veterans"),
    ],
)
def test_what_rules_cannot_be(text: str, said: str) -> None:
    with pytest.raises(Refused, match=said):
        resolve_carry_over_rules(text)


def test_who_comes_through_earns_more() -> None:
    found = campaign()
    found.forces.set_carry_over_rules(resolve_carry_over_rules("survival = 2\ngame = 1"))
    found.forces.record_past_game(
        "Kestrel", "Ash", "7-4", unit_stats={"Alpha": UnitStats(0, 8), "Claw": UnitStats(8, 9)}
    )
    # Alpha: 1 game, all eight lost. Bravo and Claw, with one left: 1 game + 2 survived.
    assert [carries(found, unit)[0] for unit in ("Alpha", "Bravo", "Claw")] == [1, 3, 3]
    assert found.forces.find_unit("Claw").steps[0].why == "+1 game, +2 survived, 9 lost"
