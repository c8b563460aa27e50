"""Losses and experience between games: what a force brings next, and how it comes to the table."""

from __future__ import annotations

import random
from typing import Any

import pytest
from msgspec.structs import replace

from tests.campaigns import games
from tests.leagues.club import Clock
from tests.leagues.test_core_campaign import campaign as by_name
from tests.leagues.test_core_campaign import carries
from tracker.application.book import Book
from tracker.application.campaigns.next_game_roster import NextGameUnit, build_roster_for_units
from tracker.application.campaigns.next_game_units import (
    PointsByUnit,
    compute_current_unit_points,
    compute_unit_points_beyond_roster,
    get_word_for_points_change,
    sum_points_if_all_known,
)
from tracker.application.errors import Refused
from tracker.application.leagues.league import League
from tracker.application.leagues.league_log import describe_league_entry
from tracker.application.leagues.results.linked_match_outcomes import UnitStats
from tracker.application.match.game import Game
from tracker.leagues.league_events import EnlistedUnit, UnitsJoined
from tracker.ledger.memory_store import MemoryStore
from tracker.ledger.store_interface import Store
from tracker.procedures.declared.rosters_and_mustering import Roster, RosterFigure, RosterUnit
from tracker.vocabulary import events as ev
from tracker.vocabulary.subject_ids import make_unit_id

RULES = 'game = 1\nwin = 2\nkill = 1\nsurvival = 1\nlosses = "{losses}"\n'


def campaign(losses: str = "permanent", store: Store | None = None) -> tuple[Book, League]:
    """Anna's Iron Third against Farid's Red Dusk, before the recorded game between them."""
    book = Book(store or MemoryStore(), clock=Clock(), dice=random.Random(7))
    found = book.begin_league(
        "Karst Ridge",
        what="campaign",
        rules=RULES.format(losses=losses),
        players=("Anna", "Farid"),
        zone="Europe/Vienna",
    )
    rules = book.get_ruleset("deathzap2")
    for player, roster in zip(("Anna", "Farid"), games.ROSTERS, strict=True):
        found.forces.enrol_force(player, games.samples()[roster], rules=rules)
    found.forces.add_game_outside_rounds("Anna", "Farid", title="The pass")
    return book, found


def begin(book: Book, found: League, fixture: str) -> Game:
    """The game of a fixture, mustered from the forces as they stand."""
    rules, sides = found.matches.find_ruleset_and_sides(fixture)
    assert rules == "deathzap2"
    colours = {"Iron Third": "Red", "Red Dusk": "Blue"}
    game = games.begin(book, [replace(side, name=colours[side.name]) for side in sides])
    found.matches.link_match_and_enter_result(fixture, game.stream)
    return game


def after_one_game(losses: str = "permanent", store: Store | None = None) -> tuple[Book, League]:
    book, found = campaign(losses, store)
    games.played(begin(book, found, "f1"))
    found.reload()
    return book, found


def test_an_enrolled_force_that_is_too_large_for_a_game_is_told_at_once() -> None:
    kept, found = campaign()
    rules = kept.get_ruleset("deathzap2")
    roster = games.samples()["iron-third.toml"]
    roster += "".join(
        f'\n[[squads]]\nname = "S{number}"\nfigures = {{ rifleman = 9 }}\n' for number in range(98)
    )
    entry = found.forces.enrol_force("Anna", roster, rules=rules, name="Horde")
    assert describe_league_entry(found.history, entry) == (
        "Horde enrolled for Anna, 101 units and 900 figures. A side in a game has at most 100 units"
        " and 1,000 figures, so some units must rest"
    )


def test_a_force_does_not_grow_beyond_the_limits_of_a_game() -> None:
    """Iron Third has 8 + 9 + 1 figures in three units; without a roster there is no limit."""
    _, found = campaign()
    too_many = "Iron Third would have 4 units and 1,001 figures; a side can have at most 100 units"
    with pytest.raises(Refused, match=too_many):
        found.forces.add_units("Iron Third", (("Delta", 983),))
    with pytest.raises(Refused, match="101 units and 116 figures"):
        found.forces.add_units("Iron Third", [(f"D{n}", 1) for n in range(98)])
    found.forces.add_units("Iron Third", (("Delta", 982),))
    with pytest.raises(Refused, match="Iron Third would have 4 units and 1,001 figures"):
        found.forces.change_unit_by_hand("Bravo", figure_change=1, why="recruits")
    found.forces.change_unit_by_hand("Bravo", status="resting", why="tired")
    found.forces.change_unit_by_hand("Alpha", figure_change=9, why="recruits")
    typed = by_name()
    typed.forces.add_units("Kestrel", (("Delta", 1500),))


def test_units_carry_on_what_the_hand_worked_sheet_says() -> None:
    """Red wins 7 : 4. Figures left and kills are those of the sheet (see test_tally).

    1 game, 2 won, 1 a kill, 1 with a figure left. Alpha 9 kills (Dusk rifles 7, Claw pack 2):
    1 + 2 + 9 + 1 = 13, one of 8 left. Bravo 1: 5, one of 9 left. Hammer 8 (Claw pack 4, Dusk
    rifles 4), destroyed: 11. Claw pack 5 (Alpha 4, Hammer 1): 7, three of 10 left. Dusk rifles 3,
    gone: 4. Stalker 8, destroyed: 9.
    """
    _, found = after_one_game()
    assert {unit.name: carries(found, unit.name) for unit in found.state.units.values()} == {
        "Alpha": (13, 1, ""),
        "Bravo": (5, 1, ""),
        "Hammer": (11, 0, "destroyed"),
        "Claw pack": (7, 3, ""),
        "Dusk rifles": (4, 0, "destroyed"),
        "Stalker": (9, 0, "destroyed"),
    }
    ended = found.results.find_fixture("f1").ended
    assert ended is not None
    assert (ended.vp, ended.winner) == ((7, 4), "p1")


@pytest.mark.thorough
def test_the_next_game_is_mustered_with_the_losses() -> None:
    book, found = after_one_game()
    red = found.state.list_force_units(found.forces.find_force("Iron Third"))
    assert [
        (one.name, one.figures_in_next_game, one.enlisted, one.absence_reason) for one in red
    ] == [
        ("Alpha", 1, 8, ""),
        ("Bravo", 1, 9, ""),
        ("Hammer", 0, 1, "destroyed"),
    ]
    found.forces.change_unit_by_hand(
        "Bravo", figure_change=3, name="Bravo the Few", why="three volunteers"
    )
    found.forces.add_game_outside_rounds("Farid", "Anna")
    game = begin(book, found, "f2")
    assert [(unit.name, len(unit.figures)) for unit in game.state.units.values()] == [
        ("Claw pack", 3),
        ("Alpha", 1),
        ("Bravo the Few", 4),
    ]
    # Who has a name is missed last: the sergeants are still there, plain figures fill the rest.
    named = [each.name for each in game.state.figures.values() if each.name]
    assert named == ["Sergeant Odell", "Sergeant Vara"]
    link = found.results.find_fixture("f2").link
    assert link is not None
    assert dict(link.units) == {
        make_unit_id("b1"): "w2.1",
        make_unit_id("r1"): "w1.1",
        make_unit_id("r2"): "w1.2",
    }
    assert book.rebuild_summaries().differences == ()


def test_who_waits_for_dice_does_not_come_yet() -> None:
    book, found = after_one_game("recover")
    # Alpha lost 7 of 8 and waits for 7 dice; all of the Dusk rifles wait.
    red, blue = (
        found.state.list_force_units(found.forces.find_force(name))
        for name in ("Iron Third", "Red Dusk")
    )
    assert [(one.figures_in_next_game, one.figures_awaiting_recovery) for one in red] == [
        (1, 7),
        (1, 8),
        (0, 1),
    ]
    assert [one.absence_reason for one in blue] == [
        "",
        "all are waiting for recovery",
        "all are waiting for recovery",
    ]
    found.forces.enter_or_roll_recovery_dice(
        "Alpha", (4, 4, 1, 2, 6, 3, 3)
    )  # three of seven back on 4+
    found.forces.enter_or_roll_recovery_dice("Dusk rifles")
    (step,) = (one for one in found.forces.find_unit("Dusk rifles").steps if one.faces)
    assert (len(step.faces), step.rolled) == (11, "app")
    (typed,) = (one for one in found.forces.find_unit("Alpha").steps if one.faces)
    assert typed.rolled == "typed"
    back = sum(face >= 4 for face in step.faces)
    assert found.forces.find_unit("Dusk rifles").figures == back
    found.forces.add_game_outside_rounds("Anna", "Farid")
    game = begin(book, found, "f2")
    units = {unit.name: len(unit.figures) for unit in game.state.units.values()}
    assert units == {"Alpha": 4, "Bravo": 1, "Claw pack": 3, "Dusk rifles": back}


@pytest.mark.thorough
def test_a_game_that_is_taken_back_gives_the_figures_back() -> None:
    book, found = after_one_game()
    book.open_game("m1").undo()
    found.reload()
    assert carries(found, "Alpha") == (0, 8, "")
    assert [
        one.figures_in_next_game
        for one in found.state.list_force_units(found.forces.find_force("Iron Third"))
    ] == [8, 9, 1]


@pytest.mark.thorough
def test_dice_of_recovery_lie_where_the_end_is_taken_back_and_returned_to() -> None:
    book, found = after_one_game("recover")
    found.forces.enter_or_roll_recovery_dice(
        "Alpha", (4, 4, 1, 2, 6, 3, 3)
    )  # three of seven back on 4+
    waits = [(unit.name, lost) for unit, _, lost in found.forces.list_recovering_units()]
    game = book.open_game("m1")
    game.undo()
    found.reload()
    assert found.forces.find_unit("Alpha").figures == 8
    game.redo()
    found.reload()
    assert found.forces.find_unit("Alpha").figures == 4  # four of eight are gone for good
    assert [(unit.name, lost) for unit, _, lost in found.forces.list_recovering_units()] == waits
    assert "Alpha" not in dict(waits)


@pytest.mark.thorough
def test_a_force_of_which_nobody_can_come_is_refused_and_nothing_is_begun() -> None:
    book, found = after_one_game()
    found.forces.change_unit_by_hand("Claw pack", status="resting", why="licking wounds")
    found.forces.add_game_outside_rounds("Anna", "Farid")
    with pytest.raises(Refused, match="Red Dusk has no unit for this game"):
        found.matches.find_ruleset_and_sides("f2")
    found.forces.add_game_outside_rounds("Farid", "Anna")
    with pytest.raises(Refused, match="Red Dusk has no unit for this game"):
        found.matches.find_ruleset_and_sides("f3")
    assert len(book.list_games()) == 1


def test_units_that_stay_away_cost_no_points() -> None:
    """The Iron Third is 588 points; Bravo's nine assault troopers of 31 are 279 of them."""
    book, found = campaign()
    rules = book.get_ruleset("deathzap2")
    found.forces.add_units("Iron Third", (("Recruits", 5),), equipped_like="Bravo", rules=rules)
    found.forces.add_units("Iron Third", (("More", 2),), equipped_like="Bravo", rules=rules)
    for name in ("Bravo", "More"):
        found.forces.change_unit_by_hand(name, status="resting", why="worn out")
    game = begin(book, found, "f1")
    red, blue = (game.state.forces[side.id].points for side in game.state.info.sides)
    # Five recruits of 31 come; Bravo and two more recruits do not: 588 - 279 + 155.
    assert (red, blue) == (464, 563)


def profiles(game: Game, unit: str) -> list[str]:
    """What the figures of a unit on the table are, and the names they have."""
    (known,) = (one for one in game.state.units.values() if one.name == unit)
    figures = [game.state.figures[one] for one in known.figures]
    return [one.name or one.profile for one in figures]


def test_a_unit_that_has_grown_costs_more_and_one_with_losses_keeps_its_points() -> None:
    """Alpha gains two riflemen (2 * 29), Bravo loses two assault troopers of 31.

    The recruits (2 * 31) gain one more.
    """
    book, found = campaign()
    rules = book.get_ruleset("deathzap2")
    found.forces.change_unit_by_hand("Alpha", figure_change=2, why="recruits")
    force = found.forces.find_force("Iron Third")
    assert compute_unit_points_beyond_roster(found.state, force, rules) == {
        "w1.1": 58,
        "w1.2": 0,
        "w1.3": 0,
    }
    change = get_word_for_points_change(
        force.points, sum_points_if_all_known(points_now(found, book))
    )
    assert change == "now"
    found.forces.add_units("Iron Third", (("Recruits", 2),), rules=rules)
    found.forces.change_unit_by_hand("w1.4", figure_change=1, why="one more")
    found.forces.change_unit_by_hand("Bravo", figure_change=-2, why="went home")
    game = begin(book, found, "f1")
    points = game.state.forces[next(iter(game.state.info.sides)).id].points
    assert points == 588 + 58 + 62 + 31


def points_now(found: League, book: Book) -> PointsByUnit:
    force, rules = found.forces.find_force("Iron Third"), book.get_ruleset("deathzap2")
    return compute_current_unit_points(found.state, force, rules)


def test_words_for_points_that_have_changed() -> None:
    words = [get_word_for_points_change(588, points) for points in (588, None, 60, 646)]
    assert words == ["", "", "left", "now"]


def test_a_unit_that_joins_comes_to_the_next_game_and_carries_on_from_it() -> None:
    """Bravo has nine of the assault profile, one of them Sergeant Vara; recruits have no names."""
    book, found = campaign()
    found.forces.add_units("Iron Third", (("Recruits", 5),), equipped_like="Bravo", why="hired")
    game = begin(book, found, "f1")
    assert profiles(game, "Recruits") == ["assault"] * 5
    link = found.results.find_fixture("f1").link
    assert link is not None
    assert dict(link.units)[make_unit_id("r4")] == "w1.4"
    red = next(iter(game.state.info.sides)).id
    game.adjust_by_hand((ev.MatchEnded(how="agreed", winner=red),), "agreed")
    found.reload()
    # A game and a win, nobody removed, everybody left: 1 + 2 + 1.
    assert carries(found, "Recruits") == (4, 5, "")
    found.forces.change_unit_by_hand("Recruits", figure_change=-2, why="went home")
    found.forces.add_game_outside_rounds("Anna", "Farid")
    assert profiles(begin(book, found, "f2"), "Recruits") == ["assault"] * 3
    assert book.rebuild_summaries().differences == ()


def test_a_unit_of_which_nobody_says_more_comes_as_plain_figures_of_its_force() -> None:
    """Of the Iron Third without names eight are assault and six rifle troopers."""
    book, found = campaign()
    entry = found.forces.add_units("Iron Third", (("Recruits", 2),), why="hired")
    said = describe_league_entry(found.history, entry)
    assert said == "Iron Third: Recruits joined as plain figures, points unknown (hired)"
    recruits = found.state.list_force_units(found.forces.find_force("Iron Third"))[-1]
    assert recruits.outfit is None
    assert profiles(begin(book, found, "f1"), "Recruits") == ["assault"] * 2


@pytest.mark.parametrize(
    ("name", "figures", "like", "points"),
    [
        # An assault trooper is regular with medium shields (18) and an upgraded repeater (13).
        ("Recruits", 5, "Bravo", 155),
        ("Plain", 2, "", 62),
        # Seven riflemen of 18 + 11, a gunner of 18 + 13.
        ("Second", 8, "Alpha", 234),
        # No unit is of riflemen alone, but their profile has a price: two riflemen, a gunner.
        ("Few", 3, "Alpha", 89),
    ],
)
def test_the_points_of_a_force_have_what_joined_as_far_as_they_are_known(
    name: str, figures: int, like: str, points: int | None
) -> None:
    book, found = campaign()
    rules = book.get_ruleset("deathzap2")
    entry = found.forces.add_units(
        "Iron Third", ((name, figures),), equipped_like=like, rules=rules
    )
    force = found.forces.find_force("Iron Third")
    assert force.points == 588 + (points or 0)
    assert force.unpriced == (("w1.4",) if points is None else ())
    told = "points unknown" if points is None else f"{points} points"
    assert describe_league_entry(found.history, entry).endswith(f", {told}")
    game = begin(book, found, "f1")
    assert game.state.forces[next(iter(game.state.info.sides)).id].points == force.points
    found.undo()
    found.reload()
    assert found.forces.find_force("Red Dusk").points == 563


def test_the_points_of_a_roster_that_joins_are_those_of_the_rules() -> None:
    """Two basic figures with light shields and nothing else: 12 each."""
    book, found = campaign()
    text = """
name = "Volunteers"
[profiles.volunteer]
type = "infantry"
quality = "basic"
shields = "light"
[[squads]]
name = "Volunteers"
figures = { volunteer = 2 }
"""
    rules = book.get_ruleset("deathzap2")
    found.forces.add_units("Iron Third", rules=rules, roster=text)
    assert found.forces.find_force("Iron Third").points == 588 + 24
    found.forces.add_units("Iron Third", (("More", 3),), equipped_like="Volunteers", rules=rules)
    assert found.forces.find_force("Iron Third").points == 588 + 24 + 36
    game = begin(book, found, "f1")
    assert game.state.forces[next(iter(game.state.info.sides)).id].points == 588 + 24 + 36


def test_a_unit_that_joins_with_a_roster_of_its_own_keeps_its_profile_beside_the_others() -> None:
    """Both rosters say "rifleman"; the volunteers' have light shields."""
    book, found = campaign()
    text = """
name = "Volunteers"
[profiles.rifleman]
type = "infantry"
quality = "basic"
shields = "light"
[[squads]]
name = "Volunteers"
figures = [{ profile = "rifleman", name = "Ox" }, { profile = "rifleman", count = 3 }]
"""
    rules = book.get_ruleset("deathzap2")
    found.forces.add_units("Iron Third", rules=rules, roster=text, source_name="volunteers.toml")
    found.forces.change_unit_by_hand(
        "Volunteers", figure_change=-1, figure_names=["Ox"], why="left"
    )
    game = begin(book, found, "f1")
    assert profiles(game, "Volunteers") == ["rifleman 2"] * 3
    assert profiles(game, "Alpha")[1] == "rifleman"
    side = next(iter(game.state.info.sides)).id
    shields = {
        word: game.state.forces[side].profiles[word]["shields"]
        for word in ("rifleman", "rifleman 2")
    }
    assert shields == {"rifleman": "medium", "rifleman 2": "light"}


def test_of_two_units_of_one_name_the_one_that_comes_is_on_the_table() -> None:
    book, found = campaign()
    older_entry = UnitsJoined(force="w1", units=(EnlistedUnit("w1.4", "Alpha", 4, like="w1.2"),))
    found.write_entry(older_entry)  # such a name is refused by now
    found.forces.change_unit_by_hand("w1.1", status="resting", why="worn out")
    game = begin(book, found, "f1")
    assert profiles(game, "Alpha") == ["assault"] * 4
    link = found.results.find_fixture("f1").link
    assert link is not None
    assert [unit for _, unit in link.units if unit.startswith("w1")] == ["w1.2", "w1.3", "w1.4"]


def test_a_roster_that_joins_gets_numbers_for_names_that_the_force_has() -> None:
    book, found = campaign()
    rules = book.get_ruleset("deathzap2")
    for _ in range(2):
        found.forces.add_units("Iron Third", rules=rules, roster=games.samples()[games.ROSTERS[0]])
    units = [found.state.units[unit].name for unit in found.forces.find_force("w1").units]
    assert units == [
        *("Alpha", "Bravo", "Hammer"),
        *("Alpha 2", "Bravo 2", "Hammer 2"),
        *("Alpha 3", "Bravo 3", "Hammer 3"),
    ]


@pytest.mark.parametrize(
    ("said", "why"),
    [
        ({}, "Give either a name and a number"),
        ({"units": (("ALPHA", 4),)}, "The force already has a unit called ALPHA"),
        ({"units": (("New", 4), ("new", 3))}, "The force already has a unit called new"),
        ({"units": (("Recruits", 0),)}, "at least one figure"),
        ({"units": (("Recruits", 5),), "equipped_like": "Stalker"}, "Stalker is not in Iron Third"),
        ({"units": (("Recruits", 5),), "equipped_like": "nobody"}, "nobody"),
        ({"roster": "name = 1"}, "roster, line 1"),
    ],
)
def test_a_unit_that_cannot_join_is_refused_and_nothing_is_written(said: Any, why: str) -> None:
    book, found = campaign()
    before = found.version
    if "roster" in said:
        said = {**said, "rules": book.get_ruleset("deathzap2")}
    with pytest.raises(Refused, match=why):
        found.forces.add_units("Iron Third", **said)
    assert found.version == before


def test_what_a_game_that_was_not_kept_said_counts_as_much() -> None:
    found = by_name("recover")
    found.forces.record_past_game("Anna", "Bram", "7-4", unit_stats={"Alpha": UnitStats(1, 3)})
    kestrel = found.state.list_force_units(found.forces.find_force("Kestrel"))
    assert [
        (one.name, one.figures_in_next_game, one.figures_awaiting_recovery) for one in kestrel
    ] == [
        ("Alpha", 5, 3),
        ("Bravo", 6, 0),
    ]
    # A force without a roster brings its units all the same; none of them is listed anywhere.
    assert not any(one.outfit for one in kestrel)


def test_plain_figures_are_missing_first_and_named_ones_last() -> None:
    ann, plain, gun = RosterFigure("a", "Ann"), RosterFigure("a"), RosterFigure("gun")
    roster = Roster("Few", "toy", units=(RosterUnit("One", (plain, ann, plain, gun, plain)),))
    left = {
        n: [
            figure.name or figure.profile
            for figure in build_roster_for_units(roster, (come,)).units[0].figures
        ]
        for n in (6, 5, 3, 2, 1)
        for come in (NextGameUnit(0, "One", n),)
    }
    assert left == {
        6: ["a", "Ann", "a", "gun", "a", "a"],
        5: ["a", "Ann", "a", "gun", "a"],
        3: ["a", "Ann", "gun"],
        2: ["Ann", "gun"],
        1: ["Ann"],
    }
