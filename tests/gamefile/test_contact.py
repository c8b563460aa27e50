"""Contact in a game file: who touches whom, what that bars, and slips in it."""

from __future__ import annotations

import random
from fractions import Fraction

import pytest

from tests.gamefile.test_broken import problems
from tests.saying import refused, say
from tracker.application.game_definition_files import list_game_file_problems
from tracker.application.match_setup import Entrant
from tracker.gamefile.ruleset_builder import build_ruleset
from tracker.procedures.ruleset import Ruleset
from tracker.projection.displayed_subject_status import list_visible_links
from tracker.testing.match_in_memory import BLUE, RED, Play, u
from tracker.testing.odds_oracle import check_agreed_odds
from tracker.testing.random_games import make_book
from tracker.vocabulary.subject_ids import UnitId
from tui.views.unit_status_rows import build_roster_rows

GAME = """\
warledger_game = 1
id = "brawl"
title = "Brawl"
phases = [{ id = "act" }]
[stats]
skill = [2, 6]
[contact]
word = "melee"
sign = "x"
bars = ["shoot"]
[profiles.fighter]
skill = 4
[rolls.hits]
[actions.charge]
phases = ["act"]
at = "enemy"
steps = [{ engage = "target" }]
[actions.shoot]
phases = ["act"]
at = "enemy"
steps = [{ lose = "1" }]
[actions.hack]
phases = ["act"]
at = "contact"
steps = [
  { roll = "hits", dice = "figures", need = "skill + engaged" },
  { lose = "hits" },
  { part = "actor", if = "fallen == 0" },
]
"""
PROFILES = {"fighter": {"skill": 4}}
R1, B1, B2 = u("r1"), u("b1"), u("b2")


@pytest.fixture(scope="module")
def brawl() -> Ruleset:
    return build_ruleset(GAME)


@pytest.fixture
def play(brawl: Ruleset) -> Play:
    """Red's two fighters have charged one of Blue's two units."""
    play = Play(brawl)
    play.muster(RED, {"r1": {"fighter": 2}}, PROFILES)
    play.muster(BLUE, {"b1": {"fighter": 3}, "b2": {"fighter": 1}}, PROFILES)
    play.automatic()
    play.do("charge", RED, brawl.actions["charge"].params(unit=R1, target=B1))
    return play


def bars(play: Play, action: str, unit: UnitId) -> list[str]:
    found = play.ruleset.actions[action].bars
    assert found is not None
    return [bar.why for bar in found(play.match, unit)]


def test_a_charge_makes_contact_of_both(play: Play) -> None:
    assert (play.match.links("contact", R1), play.match.links("contact", B1)) == ((B1,), (R1,))
    assert play.match.links("contact", B2) == ()


def test_contact_bars_and_is_needed(play: Play) -> None:
    assert bars(play, "shoot", R1) == bars(play, "shoot", B1) == ["is in melee"]
    assert bars(play, "shoot", B2) == bars(play, "hack", R1) == []
    assert bars(play, "hack", B2) == ["is not in contact with an enemy"]


def test_only_who_is_touched_is_struck(play: Play, brawl: Ruleset) -> None:
    action = brawl.actions["hack"]
    ways = [(way.unit, way.target) for _, way in action.candidates(play.match)]
    assert ways == [(R1, B1), (B1, R1)]
    said = action.params(unit=R1, target=B2)
    assert [one.text for one in action.objections(play.match, RED, said)] == [
        "R1 is not in contact with B2"
    ]


def test_an_enemy_in_contact_is_not_charged_again(play: Play, brawl: Ruleset) -> None:
    ways = brawl.actions["charge"].candidates(play.match)
    assert [(way.unit, way.target) for _, way in ways] == [(R1, B2), (B2, R1)]


def test_blows_without_a_loss_part_them(play: Play, brawl: Ruleset) -> None:
    """Skill 4 and one enemy: 5 or more hits."""
    play.do("hack", RED, brawl.actions["hack"].params(unit=R1, target=B1))
    play.roll("54")
    assert len(play.match.figures(B1)) == 2
    assert play.match.links("contact", R1) == (B1,)
    play.do("hack", RED, brawl.actions["hack"].params(unit=R1, target=B1))
    play.roll("44")
    assert play.match.links("contact", R1) == ()


def test_the_odds_of_blows_are_exact(play: Play, brawl: Ruleset) -> None:
    """Two dice on 5 or more: none with 4/9, one with 4/9, both with 1/9."""
    params = brawl.actions["hack"].params(unit=R1, target=B1)
    odds = check_agreed_odds(brawl, play.table.state, brawl.actions["hack"].stage, (RED, params))
    assert sorted(odds.values()) == [Fraction(1, 9), Fraction(4, 9), Fraction(4, 9)]


def test_who_touched_a_unit_that_is_gone_is_free(play: Play, brawl: Ruleset) -> None:
    for dice in ("55", "55"):
        play.do("hack", RED, brawl.actions["hack"].params(unit=R1, target=B1))
        play.roll(dice)
    assert not play.match.exists(B1)
    assert bars(play, "shoot", R1) == []


def test_who_touched_a_unit_that_is_gone_is_shown_in_no_contact(play: Play, brawl: Ruleset) -> None:
    def shown() -> list[list[str]]:
        rows = build_roster_rows(play.table.state, RED)
        return [[mark.words for mark in row.marks] for row in rows]

    assert shown() == [["melee 1"]]
    for dice in ("55", "55"):
        play.do("hack", RED, brawl.actions["hack"].params(unit=R1, target=B1))
        play.roll(dice)
    assert shown() == [[]]
    assert [*list_visible_links(play.table.state, B1)] == []


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        (
            'bars = ["shoot"]',
            'bars = ["shot"]',
            "`bars`: there is nothing called 'shot': did you mean 'shoot'?",
        ),
        ('sign = "x"', 'sing = "x"', "[contact] has no 'sing': did you mean 'sign'?"),
        (
            'engage = "target"',
            'engage = "side"',
            "`engage` cannot be 'side': allowed: actor, target.",
        ),
        (
            "skill + engaged",
            "skill + engagd",
            "`need`: there is nothing called 'engagd': did you mean 'engaged'?",
        ),
    ],
)
def test_slips_are_told_with_line_and_mend(old: str, new: str, said: str) -> None:
    text = GAME.replace(old, new)
    line = next(n for n, one in enumerate(text.splitlines(), 1) if new in one)
    assert (line, said) in [(one.line, one.text) for one in problems(text)]


def test_contact_has_to_be_declared() -> None:
    text = GAME.replace('[contact]\nword = "melee"\nsign = "x"\nbars = ["shoot"]\n', "")
    assert [one.text for one in problems(text)] == [
        "`engage` needs contact: declare it with [contact].",
        '`at = "contact"` needs contact: declare it with [contact].',
        "`part` needs contact: declare it with [contact].",
    ]


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        # Without a target, a game never opened.
        (
            'at = "enemy"\nsteps = [{ engage = "target" }]',
            'steps = [{ engage = "target" }]',
            '`engage` needs a target: give the action `at = "enemy"`.',
        ),
        (
            'at = "enemy"\nsteps = [{ engage = "target" }]',
            'steps = [{ engage = "actor" }]',
            '`engage` needs a target: give the action `at = "enemy"`.',
        ),
        (
            'engage = "target"',
            'engage = "actor"',
            'A unit cannot be in contact with itself: write `engage = "target"`.',
        ),
    ],
)
def test_contact_has_to_be_with_a_target(old: str, new: str, said: str) -> None:
    text = GAME.replace(old, new)
    line = next(n for n, one in enumerate(text.splitlines(), 1) if "engage =" in one)
    assert [(one.line, one.text) for one in list_game_file_problems(text)] == [(line, said)]
    assert [one.text for one in problems(text)] == [said] * ('"actor"' not in new)


@pytest.mark.parametrize("line", ["fix r1 melee b1", "fix b1 melee r1"])
def test_a_unit_that_has_left_the_table_cannot_be_put_in_contact(brawl: Ruleset, line: str) -> None:
    red, blue = Entrant("Red", "2 fighter\n1 fighter"), Entrant("Blue", "3 fighter")
    game = make_book(brawl, random.Random(1)).begin_match("brawl", [red, blue])
    say(game, "fix r1 figures -2")
    assert refused(game, line) == "R1 has left the table."
    say(game, "fix b1 melee r2", "fix b1 melee off")
