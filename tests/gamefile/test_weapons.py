"""Weapons of a game file: whose dice they are, how far they reach, and slips in them."""

from __future__ import annotations

import random
from fractions import Fraction
from typing import Any

import pytest

from tests.gamefile.test_broken import problems
from tracker.application.force_building.example_unit_lines import suggest_unit_line
from tracker.application.force_building.force_draft import ForceDraft, make_empty_roster_text
from tracker.application.force_building.plain_text_unit_parser import (
    RejectedUnitLine,
    add_valid_unit_lines,
)
from tracker.application.log.game_log_lines import list_log_lines
from tracker.application.match_setup import Entrant
from tracker.application.typed_lines.line_and_script_play import play_line
from tracker.application.typed_lines.line_interpreter import parse_single_action
from tracker.gamefile.ruleset_builder import build_ruleset
from tracker.input_parsing.line_parser import parse_typed_line
from tracker.input_parsing.line_syntax_tree import Line, format_line
from tracker.procedures.declared.line_reader import lift_typed_line_limits
from tracker.procedures.match_view import UnknownName
from tracker.procedures.requests import Roll
from tracker.procedures.ruleset import Ruleset
from tracker.testing.match_in_memory import BLUE, RED, Play, u
from tracker.testing.odds_oracle import check_agreed_odds
from tracker.testing.random_games import make_book
from tui.views.open_action_description import list_open_action_details

GAME = """\
warledger_game = 1
id = "arms"
title = "Arms"
phases = [{ id = "fire" }]
[stats]
skill = [2, 6]
[weapon_stats]
shots = [1, 6]
far = [1, 60]
kind = { words = ["light", "heavy"], usual = "light" }
[weapons.rifle]
shots = 1
far = 24
[weapons.repeater]
shots = 3
far = 36
kind = "heavy"
[weapons.axe]
shots = 1
far = 1
[profiles.rifleman]
skill = 4
weapons = ["rifle", "axe"]
[profiles.gunner]
skill = 4
weapons = ["repeater", "axe"]
[profiles.runner]
skill = 4
[rolls.hits]
[actions.fire]
verb = "fires"
phases = ["fire"]
at = "enemy"
weapons = ["rifle", "repeater"]
reach = "weapon.far"
steps = [
  { roll = "hits", dice = "bearers * weapon.shots", need = "skill + (weapon.kind == 'heavy')" },
  { lose = "hits" },
]
"""
PROFILES = {
    "rifleman": {"skill": 4, "weapons": ["rifle", "axe"]},
    "gunner": {"skill": 4, "weapons": ["repeater", "axe"]},
    "runner": {"skill": 4},
}


@pytest.fixture(scope="module")
def arms() -> Ruleset:
    return build_ruleset(GAME)


@pytest.fixture
def play(arms: Ruleset) -> Play:
    """Four riflemen with a gunner against five riflemen and two runners."""
    play = Play(arms)
    play.muster(RED, {"r1": {"rifleman": 4, "gunner": 1}}, PROFILES)
    play.muster(BLUE, {"b1": {"rifleman": 5}, "b2": {"runner": 2}}, PROFILES)
    play.automatic()
    return play


def fire(arms: Ruleset, **how: Any) -> Any:
    return arms.actions["fire"].params(unit=u("r1"), target=u("b1"), **how)


@pytest.mark.parametrize(
    ("weapon", "dice", "need"), [("", 4, "4+"), ("rifle", 4, "4+"), ("repeater", 3, "5+")]
)
def test_a_weapon_has_the_dice_of_its_bearers(
    play: Play, arms: Ruleset, weapon: str, dice: int, need: str
) -> None:
    """Four rifles have a shot each, one repeater three; it is heavy, which adds one."""
    play.do("fire", RED, fire(arms, weapon=weapon))
    assert isinstance(play.asked, Roll)
    assert (play.asked.count, play.asked.need) == (dice, need)


def test_the_odds_of_a_weapon_are_exact(play: Play, arms: Ruleset) -> None:
    """Three dice that hit with a third each: 8, 12, 6 and 1 of 27."""
    stage = arms.actions["fire"].stage
    odds = check_agreed_odds(arms, play.table.state, stage, (RED, fire(arms, weapon="repeater")))
    assert sorted(odds.values()) == sorted(Fraction(n, 27) for n in (8, 12, 6, 1))


@pytest.mark.parametrize(
    ("how", "said"),
    [
        ({"length": 2400}, []),
        ({"length": 3000}, ["R1 can reach 24 in at most"]),
        ({"length": 3000, "weapon": "repeater"}, []),
    ],
)
def test_each_weapon_has_its_own_reach(
    play: Play, arms: Ruleset, how: dict[str, Any], said: list[str]
) -> None:
    action = arms.actions["fire"]
    assert [one.text for one in action.objections(play.match, RED, fire(arms, **how))] == said


def test_who_bears_none_may_not_fire_and_none_is_said_that_is_not_borne(
    play: Play, arms: Ruleset
) -> None:
    action = arms.actions["fire"]
    assert action.bars is not None
    assert [bar.why for bar in action.bars(play.match, u("b2"))] == ["has no suitable weapon"]
    said = action.params(unit=u("b1"), target=u("r1"), weapon="repeater")
    with pytest.raises(UnknownName, match=r"^B1 has no repeater: type `with rifle`$"):
        list(action.objections(play.match, BLUE, said))


def test_only_weapons_that_a_unit_has_are_offered(arms: Ruleset, play: Play) -> None:
    """The red unit has rifles and a repeater, the blue one only rifles."""
    text = GAME.replace('verb = "fires"', 'verb = "fires"\nkey = "f"')
    (verb,) = (verb for verb in build_ruleset(text).keys.verbs if verb.key == "f")
    assert verb.more is not None
    assert verb.more(play.match, u("r1")) == "with repeater instead of rifle"
    assert verb.more(play.match, u("b1")) == ""


def test_a_line_with_a_weapon_that_the_unit_does_not_have_writes_nothing() -> None:
    book = make_book(build_ruleset(GAME), random.Random(7))
    entrants = [Entrant("Red", "5 riflemen"), Entrant("Blue", "5 riflemen")]
    game = book.begin_match("arms", entrants)
    version = game.version
    result = play_line(game, "r1 fires b1 with repeater")
    assert str(result.error) == "R1 has no repeater: type `with rifle`."
    assert game.version == version


def test_a_weapon_whose_bearers_have_fallen_is_given_to_a_figure() -> None:
    """Its dice count the bearers, so even a table ruling could not roll any."""
    book = make_book(build_ruleset(GAME), random.Random(7))
    entrants = [Entrant("Red", "1 gunner and 3 runners"), Entrant("Blue", "2 runners")]
    game = book.begin_match("arms", entrants)
    assert play_line(game, "fix r1.1 figures -1").error is None
    version, line = game.version, "r1 fires b1"
    give = "fix r1 add gunner 1 | fix r1.4 figures -1"
    for weapon, named in (("", "rifle or repeater"), (" with repeater", "repeater")):
        refused = play_line(game, f"{line}{weapon} : 666", override_reason="he takes the gun")
        text = f"R1 has nobody with {named}: to give it to one of the figures, type `{give}`."
        assert (str(refused.error), game.version) == (text, version)
    text = "B1 has nobody with rifle or repeater: type the dice instead, such as `2d6 4+`."
    assert str(play_line(game, "b1 fires r1", override_reason="so").error) == text
    assert play_line(game, give).error is None
    assert len(game.match.figures(u("r1"))) == 3
    assert play_line(game, f"{line} : 666").error is None
    assert not game.match.exists(u("b1"))


def test_a_stored_line_without_bearers_is_read_as_before(play: Play, arms: Ruleset) -> None:
    said = arms.actions["fire"].params(unit=u("b2"), target=u("r1"), weapon="rifle")
    with lift_typed_line_limits():
        found = [one.id for one in arms.actions["fire"].objections(play.match, BLUE, said)]
    assert found == ["no-weapon"]


def test_every_weapon_that_is_borne_is_proposed(play: Play, arms: Ruleset) -> None:
    found = [(way.unit, way.weapon) for _, way in arms.actions["fire"].candidates(play.match)]
    assert [*dict.fromkeys(found)] == [
        (u("r1"), "rifle"),
        (u("r1"), "repeater"),
        (u("b1"), "rifle"),
    ]


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        (
            'weapons = ["rifle", "repeater"]',
            'weapons = ["rifel"]',
            "`weapons`: there is nothing called 'rifel': did you mean 'rifle'?",
        ),
        (
            'weapons = ["repeater", "axe"]',
            'weapons = ["repetar"]',
            "`weapons`: there is nothing called 'repetar': did you mean 'repeater'?",
        ),
        ("far = 36", "fra = 36", "The weapon repeater has no 'fra': did you mean 'far'?"),
        ("far = 36", "far = 99", "`far` must be a whole number from 1 to 60."),
        (
            "weapon.shots",
            "weapon.shot",
            "`dice`: there is nothing called 'weapon.shot': did you mean 'weapon.shots'?",
        ),
    ],
)
def test_slips_are_told_with_line_and_mend(old: str, new: str, said: str) -> None:
    text = GAME.replace(old, new)
    line = next(n for n, one in enumerate(text.splitlines(), 1) if new in one)
    assert (line, said) in [(one.line, one.text) for one in problems(text)]


def test_a_weapon_that_is_not_said_is_not_in_the_line(play: Play, arms: Ruleset) -> None:
    shown = arms.actions["fire"].make_line(play.match, RED, fire(arms))
    assert format_line(shown) == "r1 fires b1"
    shown = arms.actions["fire"].make_line(play.match, RED, fire(arms, weapon="repeater"))
    assert format_line(shown) == "r1 fires b1 with repeater"


def test_a_unit_of_several_kinds_is_a_line(arms: Ruleset) -> None:
    assert arms.forces is not None
    for said in ("Team: 4 riflemen, 1 gunner", "Team: 4 riflemen and 1 gunner"):
        (unit,) = arms.forces.read(said, {}).units
        assert (unit.name, unit.kinds) == ("Team", {"rifleman": 4, "gunner": 1})


def test_a_force_is_built_of_the_kinds_in_the_file(arms: Ruleset) -> None:
    """They stand in the file, so the roster names them; a weapon makes one another kind."""
    draft = ForceDraft(arms, make_empty_roster_text(arms))
    found = add_valid_unit_lines(
        draft, "Alpha: 5 riflemen\nBravo: 4 riflemen, 1 gunner\n3 riflemen, repeater"
    )
    assert [one for one in found if isinstance(one, RejectedUnitLine)] == []
    kinds = [unit.kinds for unit in draft.roster.units]
    mixed = [{"rifleman": 4, "gunner": 1}, {"rifleman": 2, "gunner": 1}]
    assert kinds == [{"rifleman": 5}, *mixed]
    assert "profiles" not in draft.data
    assert suggest_unit_line(draft) == "8 riflemen, 1 repeater"


@pytest.mark.parametrize(
    ("line", "meant"),
    [
        ("r1 shoot b1 repeater", "r1 fires b1 with repeater"),
        ("r1 shoot b1 repeater 20", "r1 fires b1 with repeater 20in"),
        ("r1 shoot b1 with repeater at 20 inches", "r1 fires b1 with repeater 20in"),
    ],
)
def test_a_hint_names_the_typed_weapon_and_no_move(line: str, meant: str) -> None:
    entrants = [Entrant("Red", "4 riflemen, 1 gunner"), Entrant("Blue", "5 riflemen")]
    game = make_book(build_ruleset(GAME), random.Random(7)).begin_match("arms", entrants)
    assert str(play_line(game, line).error) == f'The word "shoot" is unknown: type `{meant}`.'


def test_a_typed_line_names_the_weapon_that_fires() -> None:
    """A unit with two weapons fires the first of the action; the log and the prompt name it."""
    entrants = [Entrant("Red", "4 riflemen, 1 gunner"), Entrant("Blue", "5 riflemen")]
    game = make_book(build_ruleset(GAME), random.Random(7)).begin_match("arms", entrants)
    for line in ("r1 fires b1 20in", "b1 fires r1 20in"):
        assert play_line(game, line).error is None
        details = list_open_action_details(game)
        assert details == (["20 in", "with rifle"] if line.startswith("r1") else ["20 in"])
        assert play_line(game, ": 11111" if line.startswith("b1") else ": 1111").error is None
    texts = [line.text for line in list_log_lines(game.history)]
    assert texts[-2].startswith("R1 Riflemen ▸ B1 Riflemen (rifle): 4 dice 0 hit")
    assert texts[-1].startswith("B1 Riflemen ▸ R1 Riflemen: 5 dice 0 hit")


def test_a_stored_line_without_a_weapon_keeps_it_empty() -> None:
    entrants = [Entrant("Red", "4 riflemen, 1 gunner"), Entrant("Blue", "5 riflemen")]
    game = make_book(build_ruleset(GAME), random.Random(7)).begin_match("arms", entrants)
    line = parse_typed_line("r1 fires b1", game.ruleset.lexicon)
    assert isinstance(line, Line)
    with lift_typed_line_limits():
        stored = parse_single_action(game, line)
    assert stored.params["weapon"] == ""
    typed = parse_single_action(game, line)
    assert typed.params["weapon"] == "rifle"


@pytest.mark.parametrize(
    ("line", "meant"),
    [
        ("r1 fires b1 repeater 20in", "type `r1 fires b1 with repeater 20in`"),
        ("r1 fires b1 20in repeater", "type `r1 fires b1 20in with repeater`"),
        (
            "r1 fires b1 repeater : 555",
            "instead of r1 fires b1 repeater, type `r1 fires b1 with repeater`",
        ),
    ],
)
def test_a_weapon_after_the_right_verb_is_given_its_with(line: str, meant: str) -> None:
    entrants = [Entrant("Red", "4 riflemen, 1 gunner"), Entrant("Blue", "5 riflemen")]
    game = make_book(build_ruleset(GAME), random.Random(7)).begin_match("arms", entrants)
    assert str(play_line(game, line).error) == f'The word "repeater" is unknown: {meant}.'
