"""What the recorded game of Trial Assault is in a campaign and as luck, worked out by hand."""

from __future__ import annotations

import random

import pytest
from msgspec.structs import replace

from tests.leagues.club import Clock
from tests.leagues.test_core_campaign import carries
from tests.saying import say
from tracker.application.book import Book
from tracker.application.campaigns.service_records import ServiceRecords
from tracker.application.chances.game_luck import compute_luck
from tracker.application.demo.demo_games import find_demo_game
from tracker.application.leagues.league import League
from tracker.application.match.game import Game
from tracker.ledger.memory_store import MemoryStore
from tracker.procedures.declared.rosters_and_mustering import describe_profiles
from tracker.rulesets.trial_assault import RULESET

SHOW = find_demo_game("Down from the ridge")
RULES = 'game = 1\nwin = 2\nkill = 1\nsurvival = 1\nlosses = "{losses}"\n'


def campaign(losses: str) -> tuple[Book, League]:
    """Anna's Ridge Mob against Farid's Bastion Watch, after the recorded game between them."""
    book = Book(MemoryStore(), clock=Clock(), dice=random.Random(7), rulesets={RULESET.id: RULESET})
    found = book.begin_league(
        "Karst Ridge",
        what="campaign",
        rules=RULES.format(losses=losses),
        players=("Anna", "Farid"),
        zone="Europe/Vienna",
    )
    for side in SHOW.setting.sides:
        found.forces.enrol_force(side.player, SHOW.rosters[side.roster], rules=RULESET)
    found.forces.add_game_outside_rounds("Anna", "Farid", title="The ridge")
    played(book, found, "f1")
    found.reload()
    return book, found


def played(book: Book, found: League, fixture: str) -> Game:
    rules, sides = found.matches.find_ruleset_and_sides(fixture)
    colours = {"Ridge Mob": "Red", "Bastion Watch": "Blue"}
    named = [replace(side, name=colours[side.name]) for side in sides]
    game = book.begin_match(rules, named, options=SHOW.setting.options)
    found.matches.link_match_and_enter_result(fixture, game.stream)
    lines = (line.partition("#")[0].strip() for line in SHOW.lines.splitlines())
    say(game, *(line for line in lines if line))
    return game


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("losses", "left"),
    [
        ("permanent", ((5, ""), (4, ""), (0, "destroyed"), (0, "destroyed"))),
        ("return", ((8, ""), (5, ""), (6, ""), (10, ""))),
    ],
)
def test_units_carry_on_what_they_did(losses: str, left: tuple[tuple[int, str], ...]) -> None:
    """1 a game, 2 won, 1 a kill, 1 with models left; Red wins 170 : 0.

    Raiders kill 3 + 2 troopers: 1 + 2 + 5 + 1. Blades kill 3 + 2 + 5 guards: 1 + 2 + 10 + 1.
    Troopers kill 2 + 1 raiders: 1 + 3. Guards kill one blade: 1 + 1.
    """
    _, found = campaign(losses)
    units = ("Raiders", "Blades", "Troopers", "Guards")
    assert [carries(found, one) for one in units] == [
        (earned, *stands) for earned, stands in zip((9, 14, 4, 2), left, strict=True)
    ]
    ended = found.results.find_fixture("f1").ended
    assert ended is not None
    assert (ended.vp, ended.winner) == ((170, 0), "p1")


@pytest.mark.thorough
def test_who_comes_to_the_next_game() -> None:
    _, found = campaign("permanent")
    coming = [
        found.state.list_force_units(found.forces.find_force(one))
        for one in ("Ridge Mob", "Bastion Watch")
    ]
    assert [
        (one.name, one.figures_in_next_game, one.enlisted) for force in coming for one in force
    ] == [
        ("Raiders", 5, 8),
        ("Blades", 4, 5),
        ("Troopers", 0, 6),
        ("Guards", 0, 10),
    ]


@pytest.mark.thorough
@pytest.mark.rule("TA-MORALE-03", "TA-FALL-07")
def test_service_records_count_a_break_once() -> None:
    """Troopers broke twice, were caught and then fell back; guards broke once and regrouped."""
    _, found = campaign("permanent")
    records = ServiceRecords(found)
    units = {
        name: records.build_unit_record(found.forces.find_unit(name).id)
        for name in ("Raiders", "Blades", "Troopers", "Guards")
    }
    assert {
        name: (one.kills, one.lost_figures, one.times_nerve_was_lost) for name, one in units.items()
    } == {
        "Raiders": (5, 3, 0),
        "Blades": (10, 1, 0),
        "Troopers": (3, 6, 2),
        "Guards": (1, 10, 1),
    }
    assert units["Troopers"].removed_by[0] == ("Raiders", 5)


@pytest.mark.thorough
def test_the_luck_of_the_recorded_game() -> None:
    """Dice, made, expected in 36ths, by what each pool needed.

    Red hits: 24 on 4+, 12 and 4 and 9 on 3+, 15 on 4+; wounds: 12 on 5+, 8 on 3+, 3 on 2+, 8 on 5+,
    7 on 3+; saves: 3 and 1 on 6, 2 on 3+. Blue hits: 6, 10, 3 on 4+; wounds: 4 and 2 on 4+, 5 on
    5+; saves: 4 and 3 on 4+, 5 and 5 on 5+. Blue tests: 6, 7 and 3 or less; regroups: 7 or less.
    """
    book, _ = campaign("return")
    luck = compute_luck(book.open_game("m1").history)
    assert {
        (one.side_name, one.what): (one.tally.dice, one.tally.made, round(one.tally.expected * 36))
        for one in luck.kinds
    } == {
        ("Red", "to hit"): (64, 38, 1302),  # 39 halves and 25 two thirds: 702 + 600
        ("Red", "to wound"): (38, 19, 690),  # 20 thirds, 15 two thirds, 3 five sixths
        ("Red", "save"): (6, 2, 72),  # 4 sixths, 2 two thirds: 24 + 48
        ("Blue", "to hit"): (19, 11, 342),
        ("Blue", "to wound"): (11, 6, 168),  # 6 halves, 5 thirds
        ("Blue", "save"): (17, 4, 246),  # 7 halves, 10 thirds
        ("Blue", "morale"): (3, 0, 39),  # 15, 21 and 3 of 36 rolls
        ("Blue", "regroup"): (1, 1, 21),
    }
    assert luck.rests_on == "34 of 34 recorded rolls"
    assert [(one.side_name, one.what, one.rolls, one.total, one.expected) for one in luck.sums] == [
        ("Red", "sweeping advance", 3, 26, 21.0),  # 8, 8 and 10
        ("Blue", "fall back", 4, 36, 28.0),  # 7, 9, 10 and 10
    ]


def test_what_a_unit_is_stands_in_words() -> None:
    """``vehicle 12 12 True`` stood on the card of a walker, ``power 1 2`` on that of a captain."""
    assert RULESET.forces is not None
    roster = RULESET.forces.read(RULESET.forces.template(), {})
    cards = [line for unit in roster.units for line in describe_profiles(unit, roster.profiles)]
    assert "vehicle front 12 side 12 walker" in cards[-1]
    assert any("great blade power strength 1 hands 2" in card for card in cards)
