"""Every action as a line says it, with all that can be said of it, and back again."""

from __future__ import annotations

import random
from typing import Any

import pytest

from tests.saying import meant, refused, say
from tests.xenocide import evening
from tests.xenocide.evening import begin
from tracker.application.log.fact_descriptions import describe_fact
from tracker.application.log.game_log_lines import list_log_lines
from tracker.application.log.match_display_names import MatchNames
from tracker.application.match.game import Game
from tracker.application.match_setup import Entrant
from tracker.input_parsing.line_syntax_tree import format_line
from tracker.rulesets.xenocide import RULESET
from tracker.rulesets.xenocide.attacks import melee_strikes
from tracker.testing.random_games import make_book
from tracker.vocabulary.events import ActionTaken, MarkerSet
from tracker.vocabulary.subject_ids import Subject
from tui.views.roll_formatting import format_roll_number_within_action

RIFLES = {"unit": "u:r1", "fire": ({"target": "u:b1", "far": True},), "individual": True}
HIDDEN = {
    "target": "u:b1",
    "cover": "heavy",
    "light": 2,
    "heavy": 3,
    "range": 1500,
    "dark": True,
    "high": True,
    "weapons": 2,
    "past": ("u:r2", "u:r3"),
    "behind": ("u:b2",),
    "mixed": ("u:b3",),
    "nearest": ("u:b4",),
}
BOTH = ({"target": "u:b1", "range": 1200}, {"target": "u:b2", "cover": "heavy"})
BLOWS = {"target": "u:b1", "figures": 3, "back": 2, "blades": ("axe",)}
COUNTERS = (
    {"unit": "u:r1", "order": "run"},
    {"unit": "u:r3", "order": "opportunity"},
    {"unit": "u:r5", "speed": 1},
)
SAID: list[tuple[str, str, dict[str, Any]]] = [
    ('deploy Red "the north edge"', "deploy", {"area": "the north edge"}),
    ("default Red run", "default_order", {"order": "run"}),
    ("aboard r4 r5", "start_aboard", {"unit": "u:r4", "vehicle": "u:r5"}),
    ("orders Red r1 run r3 opp r5 1", "orders", {"counters": COUNTERS}),
    ("r1 run", "order_run", {"units": ("u:r1",)}),
    ("r1,r2 opp", "order_opportunity", {"units": ("u:r1", "u:r2")}),
    ("r1 standard", "order_standard", {"units": ("u:r1",)}),
    ("r1 > b1 open far individual", "fire", RIFLES),
    (
        'r1 > b1 15in heavy light=2 heavy=3 dark high weapons 2 past="r2,r3" behind=b2 mixed=b3'
        " nearest=b4",
        "fire",
        {"unit": "u:r1", "fire": (HIDDEN,)},
    ),
    (
        "r4 > b1 open close with light-machine-gun with rocket",
        "fire",
        {
            "unit": "u:r4",
            "fire": ({"target": "u:b1", "close": True, "guns": ("light machine gun", "rocket")},),
        },
    ),
    ("r1 > b1 12in open | r1 > b2 heavy", "fire", {"unit": "u:r1", "fire": BOTH}),
    ("r1,r2 holds", "hold", {"units": ("u:r1", "u:r2")}),
    (
        "b1 snaps r1 5in light",
        "snap",
        {"unit": "u:b1", "fire": ({"target": "u:r1", "cover": "light", "range": 500},)},
    ),
    ("broken", "broken", {}),
    ("broken b3 b4", "broken", {"units": ("u:b3", "u:b4")}),
    ("init", "initiative", {}),
    ("init Red", "initiative", {"agreed": "s:r"}),
    (
        "r1 moves 4in towards rough=2 very_rough=1.5",
        "move",
        {"unit": "u:r1", "length": 400, "towards": True, "rough": 200, "very_rough": 150},
    ),
    (
        "r1 moves flies lands leaps off",
        "move",
        {"unit": "u:r1", "flies": True, "lands": True, "leaps": True, "off": True},
    ),
    (
        "r5 drives 12in turns=2 pivots=1",
        "drive",
        {"unit": "u:r5", "length": 1200, "turns": 2, "pivots": 1},
    ),
    ("r1 boards r5", "board", {"unit": "u:r1", "vehicle": "u:r5"}),
    ("r4 out", "out", {"unit": "u:r4"}),
    ("r5 overruns b1 models 2", "overrun", {"unit": "u:r5", "target": "u:b1", "models": 2}),
    ("r5 rams b5 rear", "ram", {"unit": "u:r5", "target": "u:b5", "contact": "rear"}),
    ("r5 rams side structure", "ram", {"unit": "u:r5", "structure": True}),
    (
        "r1 teleports 12in unseen melee shielded",
        "teleport",
        {"unit": "u:r1", "length": 1200, "unseen": True, "melee": True, "shielded": True},
    ),
    (
        "r1 contacts b1,b2 heavy",
        "contact",
        {"unit": "u:r1", "enemies": ("u:b1", "u:b2"), "cover": "heavy"},
    ),
    ("r1 apart lost 2", "coherency", {"unit": "u:r1", "lost": 2}),
    (
        "r1 fights b1 figures 3 back 2 with axe obstacle dark",
        "fight",
        {"unit": "u:r1", "against": ({**BLOWS, "obstacle": True, "dark": True},)},
    ),
    (
        "r1 retreats 8in near 2 off",
        "retreat",
        {"unit": "u:r1", "length": 800, "near": 2, "off": True},
    ),
    ("r1 follows 4in towards", "follow", {"unit": "u:r1", "length": 400, "towards": True}),
    ("recover", "recover", {}),
    (
        "recover r2 b1 unseen b1 commander r2",
        "recover",
        {"units": ("u:r2", "u:b1"), "unseen": ("u:b1",), "commander": ("u:r2",)},
    ),
    ("end", "end", {"winner": None, "draw": False}),
    ("end Red", "end", {"winner": "s:r", "draw": False}),
    ("end draw", "end", {"winner": None, "draw": True}),
]


@pytest.fixture(scope="module")
def game() -> Game:
    return begin("orders red", "orders blue")


def test_every_action_can_be_said() -> None:
    assert {action for _, action, _ in SAID} == {*RULESET.actions} - {"next", "order_speed"}


@pytest.mark.parametrize(("line", "action", "params"), SAID)
def test_a_line_is_read_as_it_is_shown(
    game: Game, line: str, action: str, params: dict[str, Any]
) -> None:
    command = meant(game, line)
    assert (command.action, command.params) == (action, params)
    kind = RULESET.actions[action]
    shown = kind.make_line(game.match, command.side, kind.decode_params(command.params))
    assert format_line(shown) == line


def test_a_vehicle_that_moves_or_runs_drives_and_is_ordered_a_speed(game: Game) -> None:
    for line in ("r5 moves 12in", "r5 runs 12in"):
        assert meant(game, line).action == "drive"
    assert meant(game, "r1 runs 7in").action == "move"
    command = meant(begin(), "r5 speed 2")
    assert (command.action, command.params) == ("order_speed", {"unit": "u:r5", "speed": 2})
    kind = RULESET.actions["order_speed"]
    assert (
        format_line(kind.make_line(game.match, command.side, kind.decode_params(command.params)))
        == "r5 speed 2"
    )


@pytest.mark.parametrize("line", ["b1 snaps r1 5in light", "b1 > r1 5in light"])
def test_how_far_and_behind_what_is_known_of_a_shot(line: str) -> None:
    command = meant(begin("orders red", "orders blue"), line)
    event = ActionTaken(action=command.action, side=command.side, params=command.params)
    acts = RULESET.line_translator.find_actors_and_targets(event)
    assert acts is not None
    assert (acts.who, acts.whom) == (("u:b1",), ("u:r1",))
    assert (acts.far, acts.cover) == ({"u:r1": 500}, {"u:r1": "light"})


def test_counters_of_both_sides_may_be_said_at_once() -> None:
    command = meant(begin(), "orders r1 run b1 opp")
    counters = ({"unit": "u:r1", "order": "run"}, {"unit": "u:b1", "order": "opportunity"})
    assert (command.side, command.params) == (None, {"counters": counters})


def test_the_log_names_the_figure_whose_wounds_are_held() -> None:
    game = begin("orders red", "orders blue", "fix b1.2 wounds-held 1")
    (*_, line) = list_log_lines(game.history)
    assert line.text.startswith("B1.2 Bayonets wounds held 1")


def test_wounds_that_two_units_hold_each_name_their_own_figure() -> None:
    names = MatchNames(begin().state)
    held = MarkerSet(marker="held_wounds", subjects=(Subject("f:b1.2"), Subject("f:b2.3")), value=2)
    assert describe_fact(names, held) == "B1.2 wounds held 2, B2.3 wounds held 2"


def test_weapons_in_the_plural_are_counted_as_they_are_named() -> None:
    words = [melee_strikes._format_weapon_count(3, what) for what in ("axe", "claws", "unarmed")]
    assert words == ["3 axes", "3 claws", "3 unarmed"]


def test_a_phase_can_be_named_as_the_screen_shows_it() -> None:
    game = begin("orders red", "orders blue", "fix phase melee", "fix phase shoot")
    assert game.match.phase == "shooting"


def test_an_unknown_phase_is_answered_with_each_phase_in_full() -> None:
    assert refused(begin(), "fix phase siege").startswith(
        "No phase is called siege; choose one of: orders, shooting, initiative, movement, "
    )


def test_a_further_roll_of_the_same_kind_has_no_number() -> None:
    """Figures with another Morale roll apart to surrender."""
    rocketeer = evening.FOOT.replace("morale = 5", "morale = 4") + 'guns = ["rocket"]'
    blue = evening.BLUE.replace(evening.FOOT + 'guns = ["rocket"]', rocketeer)
    entrants = [Entrant("Red", evening.RED), Entrant("Blue", blue)]
    game = make_book(RULESET, random.Random(1)).begin_match(RULESET.id, entrants)
    melee = ("deploy red", "deploy blue", "fix b4 melee r1", "fix phase melee")
    say(game, *melee, "fix b4 must-retreat", "fix b4 fought", "b4 retreats 8in near 3")
    assert format_roll_number_within_action(game) == ""  # without a test of the direction before
    assert game.pending is not None
    game.answer_with_text("1" * len(game.pending.request.dice_sizes))
    assert game.pending is not None
    assert (game.pending.request.id, format_roll_number_within_action(game)) == ("surrender", "")


def test_figures_that_do_not_surrender_stay() -> None:
    """Of three figures too near the enemy, two roll their Morale or less."""
    entrants = [Entrant("Red", evening.RED), Entrant("Blue", evening.BLUE)]
    game = make_book(RULESET, random.Random(1)).begin_match(RULESET.id, entrants)
    melee = ("deploy red", "deploy blue", "fix b4 melee r1", "fix phase melee")
    say(game, *melee, "fix b4 must-retreat", "fix b4 fought", "b4 retreats 8in near 3 : 158")
    told = [line.text for line in list_log_lines(game.history) if "retreated" in line.text]
    assert told[0].endswith("3 dice 2 stay: B4 −1 captured (1 rifleman; 2 left)")
